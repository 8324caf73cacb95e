import Fastify, { type FastifyInstance } from 'fastify'
import { createServer } from 'node:http'
import { beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { createEgress } from '../../platform/egress/egress.ts'
import { createRateLimits } from '../../platform/http/rate-limits.ts'
import { atFileEnd } from '../../testing/at-file-end.ts'
import { createTestDatabase } from '../../testing/test-database.ts'
import { openBrowser } from './browser.fixture.ts'
import { installFlow } from './install-flow.ts'
import { openOutsideSite, type OutsideSite } from './outside-site.fixture.ts'
import { createProvider } from './provider.ts'
import { openLog } from './read-log.fixture.ts'
import type { ThirdTables } from './third-tables.ts'
import { createTicketStore, type TicketStore } from './ticket-store.ts'

const redirectUris = ['http', 'https'].flatMap((scheme) =>
  ['op', 'two'].map((authType) => `${scheme}://station.example/auth/${authType}/callback`),
)
const silent = createServer()
let site: OutsideSite
let tickets: TicketStore
let app: FastifyInstance
const written = openLog()
let skewMs = 0
const clock = { nowMs: () => Date.now() + skewMs }

beforeAll(async () => {
  site = await openOutsideSite(redirectUris)
  const { db } = await createTestDatabase()
  tickets = createTicketStore(db.withTables<ThirdTables>())
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve))
  const address = silent.address()
  const nonsense = `127.0.0.1:${typeof address === 'object' ? address?.port : 0}`
  silent.on('request', (_request, response) => response.end('<html>not here</html>'))
  const egress = createEgress({ allow: [site.destination, nonsense, '127.0.0.1:9'] })
  const providerAt = (authType: string, issuer: string) => {
    const { clientId, clientSecret } = site
    const settings = { authType, name: authType, issuer, clientId, clientSecret, scope: 'openid profile' }
    return [authType, createProvider(settings, { egress, clock })] as const
  }
  app = Fastify({ trustProxy: ['loopback'] })
  installFlow(app, {
    providers: new Map([
      providerAt('op', site.issuer),
      providerAt('two', site.issuer),
      providerAt('down', 'http://127.0.0.1:9'),
      providerAt('nonsense', `http://${nonsense}`),
    ]),
    tickets,
    secret: 't'.repeat(43),
    clock,
    log: written.log,
    limits: createRateLimits(),
  })
  atFileEnd(async () => {
    await app.close()
    await egress.close()
    await site.close()
    await new Promise((resolve) => silent.close(resolve))
  })
})
beforeEach(() => {
  written.clear()
  skewMs = 0
})

const start = '/auth/op/start?back=/user/back&mark=mark567890123456'
const failed = '#third=failed'

/** The ticket in an address. */
function ticketIn({ hash }: URL) {
  const shown = new URLSearchParams(hash.slice(1))
  const [accessToken = '', accessSecret = ''] = (shown.get('ticket') ?? '').split('.')
  return { authType: shown.get('type') ?? '', accessToken, accessSecret }
}

const find = (address: URL) => tickets.find(ticketIn(address), Math.floor(clock.nowMs() / 1000))

/** Replaces the reply of the token endpoint until the test ends. */
function tampering(tamper: NonNullable<OutsideSite['tamper']>): void {
  site.tamper = tamper
  onTestFinished(() => {
    site.tamper = undefined
  })
}

/** The claims of an ID token, without verifying its signature. */
function claimsIn(reply: Record<string, unknown>): Record<string, unknown> {
  const [, payload = ''] = String(reply['id_token']).split('.')
  return JSON.parse(Buffer.from(payload, 'base64url').toString())
}

describe('an invalid callback ends at the page with a failure', () => {
  test('[D04] another state', async () => {
    const browser = openBrowser(app)
    const callback = await browser.goUntilCallback(start)
    callback.searchParams.set('state', 'x'.repeat(43))
    expect(await browser.go(callback.pathname + callback.search)).toMatchObject({
      pathname: '/user/back',
      hash: failed,
    })
    expect(written.text()).toContain('OAUTH_INVALID_RESPONSE')
  })

  test('[D04] the callback of another browser: a browser that did not start the login gets no ticket', async () => {
    const callback = await openBrowser(app).goUntilCallback(start)
    const victim = openBrowser(app)
    expect(await victim.go(callback.pathname + callback.search)).toMatchObject({ pathname: '/', hash: failed })
    expect(written.text()).toContain('not begun in this browser')
    const setOut = openBrowser(app)
    await setOut.request(start)
    expect((await setOut.go(callback.pathname + callback.search)).hash).toBe(failed)
  })

  test('[D04] a callback that was used already, even with its cookie', async () => {
    const browser = openBrowser(app)
    const callback = await browser.goUntilCallback(start)
    const kept = browser.cookies()
    expect((await browser.go(callback.pathname + callback.search)).hash).toContain('#ticket=')
    expect((await browser.go(callback.pathname + callback.search)).hash).toBe(failed)
    browser.setCookies(kept)
    expect((await browser.go(callback.pathname + callback.search)).hash).toBe(failed)
    expect(written.text()).toContain('invalid_grant')
  })

  test('[D04] a callback of another provider, or from another issuer', async () => {
    const browser = openBrowser(app)
    const callback = await browser.goUntilCallback(start)
    const kept = browser.cookies()
    expect((await browser.go(`/auth/two/callback${callback.search}`)).hash).toBe(failed)
    browser.setCookies(kept)
    callback.searchParams.set('iss', 'https://issuer.example')
    expect((await browser.go(callback.pathname + callback.search)).hash).toBe(failed)
  })

  test('[D04] a callback later than ten minutes', async () => {
    const browser = openBrowser(app)
    const callback = await browser.goUntilCallback(start)
    skewMs = 601_000
    expect((await browser.go(callback.pathname + callback.search)).hash).toBe(failed)
  })

  test('[D04] a forged or changed cookie', async () => {
    const browser = openBrowser(app)
    const callback = await browser.goUntilCallback(start)
    const kept = browser.cookies()
    for (const cookie of ['third=x', 'third=eyJhbGciOiJub25lIn0.e30.', `${kept.slice(0, -6)}AAAAAA`]) {
      browser.setCookies(cookie)
      expect((await browser.go(callback.pathname + callback.search)).hash).toBe(failed)
    }
  })

  test('[D04] a user who declined, and a reply with neither code nor error', async () => {
    const browser = openBrowser(app)
    const callback = await browser.goUntilCallback(start)
    const kept = browser.cookies()
    const { searchParams } = callback
    searchParams.delete('code')
    expect((await browser.go(callback.pathname + callback.search)).hash).toBe(failed)
    browser.setCookies(kept)
    searchParams.set('error', 'access_denied')
    searchParams.set('error_description', 'words from outside')
    expect((await browser.go(callback.pathname + callback.search)).hash).toBe(failed)
    expect(written.text()).toContain('access_denied')
    expect(written.text()).not.toContain('words from outside')
  })
})

describe('ID tokens that are not for this login are refused', () => {
  type Change = (claims: Record<string, unknown>) => Record<string, unknown>
  test.each<[string, Change, string]>([
    ['of another client', (claims) => ({ ...claims, aud: 'evilapp' }), 'aud'],
    ['for two clients', (claims) => ({ ...claims, aud: ['yunmu', 'evilapp'] }), 'aud'],
    ['of another issuer', (claims) => ({ ...claims, iss: 'https://issuer.example' }), 'iss'],
    ['of another login', (claims) => ({ ...claims, nonce: 'x'.repeat(43) }), 'nonce'],
    ['without a nonce', (claims) => ({ ...claims, nonce: undefined }), ''],
    ['that has expired', (claims) => ({ ...claims, exp: Math.floor(Date.now() / 1000) - 120 }), 'TIMESTAMP'],
    ['without an end', (claims) => ({ ...claims, exp: undefined }), ''],
    ['about nobody', (claims) => ({ ...claims, sub: undefined }), ''],
    ['about somebody with an unusable key', (claims) => ({ ...claims, sub: 'a\u0000b' }), ''],
  ])('[D04] %s', async (_what, change, word) => {
    tampering(async (reply, sign) => ({ ...reply, id_token: await sign(change(claimsIn(reply))) }))
    expect(await openBrowser(app).go(start)).toMatchObject({ pathname: '/user/back', hash: failed })
    expect(written.text()).toContain(word)
    expect(written.text()).toContain('a login at another site failed')
  })

  test('[D04] a missing or unsigned one, or one with an unknown signature', async () => {
    const part = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url')
    const forge: NonNullable<OutsideSite['tamper']>[] = [
      async (reply) => ({ ...reply, id_token: undefined }),
      async (reply) => ({ ...reply, id_token: `${part({ alg: 'none' })}.${part(claimsIn(reply))}.` }),
      async (reply) => ({ ...reply, id_token: `${String(reply['id_token']).slice(0, -8)}AAAAAAAA` }),
    ]
    for (const tamper of forge) {
      tampering(tamper)
      expect((await openBrowser(app).go(start)).hash).toBe(failed)
    }
  })

  test('[D04] a code that was issued to another client', async () => {
    const browser = openBrowser(app)
    const callback = await browser.goUntilCallback(start)
    const asked = {
      client_id: 'evilapp',
      response_type: 'code',
      scope: 'openid',
      redirect_uri: 'http://evil.example/callback',
      code_challenge: 'x'.repeat(43),
      code_challenge_method: 'S256',
    }
    const foreign = await browser.goUntilCallback(`${site.issuer}/auth?${new URLSearchParams(asked).toString()}`)
    expect(foreign.searchParams.get('code')).toMatch(/^[\w-]{43}$/)
    callback.searchParams.set('code', foreign.searchParams.get('code') ?? '')
    expect((await browser.go(callback.pathname + callback.search)).hash).toBe(failed)
    expect(written.text()).toContain('invalid_grant')
  })
})

describe('a provider that fails', () => {
  test.each([
    ['down', 'outside fetch: network'],
    ['nonsense', 'OAUTH_'],
  ])('[D04] %s fails, and the log says why', async (authType, word) => {
    const address = await openBrowser(app).go(`/auth/${authType}/start?back=/user`)
    expect(address).toMatchObject({ pathname: '/user', hash: failed })
    expect(written.text()).toContain(word)
  })

  test('[D04] one that replies nonsense instead of an ID token', async () => {
    tampering(async () => ['<html>', 7])
    expect((await openBrowser(app).go(start)).hash).toBe(failed)
  })

  test('[E04] one that is not configured', async () => {
    for (const authType of ['nobody', '__proto__', 'constructor'])
      expect((await openBrowser(app).go(`/auth/${authType}/start?back=/user`)).hash).toBe(failed)
  })
})

test('[E04] nobody is redirected to a site of a stranger’s choice', async () => {
  const address = await openBrowser(app).go('/auth/op/start?back=//evil.example/')
  expect(address).toMatchObject({ host: 'station.example', pathname: '/' })
})

test('[E04] the longest return path fits into the cookie', async () => {
  const browser = openBrowser(app)
  const back = `/search/${'云'.repeat(110)}`
  const { headers } = await browser.request(`/auth/op/start?back=${encodeURIComponent(back)}&mark=${'m'.repeat(64)}`)
  expect(String(headers['set-cookie']).length).toBeLessThan(4096)
  expect((await browser.go(`/auth/op/start?back=${encodeURIComponent(back)}`)).pathname).toBe(encodeURI(back))
})

test('[E04] a login returns to its page with a ticket for ten minutes, whose secret is not in the table', async () => {
  site.nextUser = 'ben'
  const address = await openBrowser(app).go(start)
  expect(address).toMatchObject({ host: 'station.example', pathname: '/user/back', search: '' })
  expect(address.hash).toMatch(/^#ticket=[\w-]{22}\.[\w-]{43}&type=op&mark=mark567890123456$/)
  expect(await find(address)).toEqual({ subject: 'ben', name: '小ben' })
  const { accessToken, authType } = ticketIn(address)
  const guess = { authType, accessToken, accessSecret: 'x'.repeat(43) }
  expect(await tickets.find(guess, Math.floor(clock.nowMs() / 1000))).toBeUndefined()
  skewMs = 601_000
  expect(await find(address)).toBeUndefined()
})

test('[E04] the start requests a code with PKCE, state and nonce; its cookie is encrypted and bound to us', async () => {
  const browser = openBrowser(app)
  const { location, headers } = await browser.request(start)
  expect(Object.fromEntries(new URL(location).searchParams)).toMatchObject({
    response_type: 'code',
    code_challenge_method: 'S256',
    code_challenge: expect.stringMatching(/^[\w-]{43}$/),
    state: expect.stringMatching(/^[\w-]{43}$/),
    nonce: expect.stringMatching(/^[\w-]{43}$/),
    redirect_uri: 'http://station.example/auth/op/callback',
  })
  expect(String(headers['set-cookie'])).toMatch(/^third=[\w.-]+; Path=\/; Max-Age=600; HttpOnly; SameSite=Lax$/)
  expect(headers).toMatchObject({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' })
})

test('[E04] behind https the cookie is bound to this host, and the callback is https too', async () => {
  const browser = openBrowser(app, { 'x-forwarded-proto': 'https' })
  const { headers } = await browser.request(start)
  expect(String(headers['set-cookie'])).toMatch(/^__Host-third=.*; Path=\/; .*; Secure$/)
  expect((await browser.go(start)).hash).toContain('#ticket=')
})

test('[E04] a HEAD request does not consume a code', async () => {
  const response = await app.inject({ method: 'HEAD', url: '/auth/op/callback?code=x' })
  expect(response.statusCode).toBe(404)
})
