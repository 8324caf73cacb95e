import { beforeAll, expect, test } from 'vitest'
import { createEgress } from '../../platform/egress/egress.ts'
import { atFileEnd } from '../../testing/at-file-end.ts'
import { openOutsideSite, type OutsideSite } from './outside-site.fixture.ts'
import { failureReason } from './provider-failure.ts'
import { createProvider, type Provider } from './provider.ts'

const redirectUri = 'http://station.example/auth/op/callback'
let site: OutsideSite
let nowMs = Date.now()
let provider: Provider

beforeAll(async () => {
  site = await openOutsideSite([redirectUri])
  const egress = createEgress({ allow: [site.destination] })
  const { issuer, clientId, clientSecret } = site
  const settings = { authType: 'op', name: '云端账号', issuer, clientId, clientSecret, scope: 'openid profile' }
  provider = createProvider(settings, { egress, clock: { nowMs: () => nowMs } })
  atFileEnd(async () => {
    await egress.close()
    await site.close()
  })
})

test('[E04] a provider that was unavailable is requested again, and works as soon as it is back', async () => {
  site.unavailable = true
  const [first, second] = await Promise.allSettled([provider.startLogin(redirectUri), provider.startLogin(redirectUri)])
  expect([first.status, second.status]).toEqual(['rejected', 'rejected'])
  expect(failureReason(await provider.startLogin(redirectUri).catch((err: unknown) => err))).toContain('OAUTH_')
  site.unavailable = false
  expect((await provider.startLogin(redirectUri)).address).toContain(site.issuer)
})

test('[E04] a provider’s configuration is requested once for concurrent logins, and again after a day', async () => {
  const before = site.discoveries
  const beginAll = () => Promise.all([1, 2, 3].map(() => provider.startLogin(redirectUri)))
  await beginAll()
  expect(site.discoveries).toBe(before)
  nowMs += 24 * 3600_000
  await beginAll()
  expect(site.discoveries).toBe(before + 1)
})

test('[E04] an internal provider that is not allowed is not contacted', async () => {
  const guarded = createEgress({ allow: [] })
  atFileEnd(() => guarded.close())
  const { issuer, clientId, clientSecret } = site
  const settings = { authType: 'op', name: '云端账号', issuer, clientId, clientSecret, scope: 'openid' }
  const before = site.discoveries
  const refused = createProvider(settings, { egress: guarded, clock: { nowMs: () => nowMs } }).startLogin(redirectUri)
  expect(failureReason(await refused.catch((err: unknown) => err))).toContain('outside fetch: port')
  expect(site.discoveries).toBe(before)
})
