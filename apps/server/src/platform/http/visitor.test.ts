import Fastify from 'fastify'
import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { createKeyedHash } from '../process/keyed-hash.ts'
import { visitorOf } from './visitor.ts'

const nowMs = Date.UTC(2026, 6, 1, 12)

async function keysOf(secret: string, { atMs = nowMs, address = '192.0.2.7', agent = 'a browser' } = {}) {
  const app = Fastify()
  app.get('/', async (request) => {
    const { dayKey: ofBrowser, networkKey } = visitorOf(request, atMs, createKeyedHash(secret))
    return { dayKey: ofBrowser, networkKey }
  })
  const response = await app.inject({ url: '/', remoteAddress: address, headers: { 'user-agent': agent } })
  await app.close()
  return response.json<{ dayKey: string; networkKey: string | null }>()
}
const dayKey = async (...given: Parameters<typeof keysOf>) => (await keysOf(...given)).dayKey

test('the key cannot be computed from day, address and browser: it is derived from the station’s secret', async () => {
  const known = ['2026-07-01', '20260701'].map((day) => `${day}\n192.0.2.7\na browser`)
  const plain = known.map((about) => createHash('sha256').update(about).digest('base64url').slice(0, 22))
  const key = await dayKey('one')
  expect(plain).not.toContain(key)
  expect(await dayKey('two')).not.toBe(key)
})

test('one browser has one key per day; another browser, address or day has another', async () => {
  const key = await dayKey('one')
  expect(key).toMatch(/^[\w-]{22}$/)
  expect(await dayKey('one', { atMs: nowMs + 3600_000 })).toBe(key)
  for (const other of [{ atMs: nowMs + 86_400_000 }, { address: '192.0.2.8' }, { agent: 'another' }])
    expect(await dayKey('one', other)).not.toBe(key)
})

test('[F10] a key changes with the day in China, by which plays and searches are counted', async () => {
  const midnightMs = Date.UTC(2026, 6, 1, 16)
  const at = (atMs: number) => keysOf('one', { atMs })
  expect(await at(midnightMs - 1)).toEqual(await at(midnightMs - 86_400_000))
  const [before, after] = [await at(midnightMs - 1), await at(midnightMs)]
  expect(after.dayKey).not.toBe(before.dayKey)
  expect(after.networkKey).not.toBe(before.networkKey)
})

test('[F10] one household has one key per day, whatever its User-Agents, and this machine none', async () => {
  const of = async (...given: Parameters<typeof keysOf>) => (await keysOf(...given)).networkKey
  expect(await of('one', { address: '::1' })).toBeNull()
  const key = await of('one', { address: '2001:db8::7' })
  expect(key).toMatch(/^[\w-]{22}$/)
  expect(await of('one', { address: '2001:db8::8', agent: 'another' })).toBe(key)
  for (const other of [{ atMs: nowMs + 86_400_000 }, { address: '2001:db8:0:1::7' }])
    expect(await of('one', { address: '2001:db8::7', ...other })).not.toBe(key)
  expect(await of('two', { address: '2001:db8::7' })).not.toBe(key)
})
