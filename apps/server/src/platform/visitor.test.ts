import Fastify from 'fastify'
import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { createKeyedHash } from './keyed-hash.ts'
import { visitorOf } from './visitor.ts'

const nowMs = Date.UTC(2026, 6, 1, 12)

async function dayKey(secret: string, { atMs = nowMs, address = '192.0.2.7', agent = 'a browser' } = {}) {
  const app = Fastify()
  app.get('/', async (request) => visitorOf(request, atMs, createKeyedHash(secret)).dayKey)
  const { body } = await app.inject({ url: '/', remoteAddress: address, headers: { 'user-agent': agent } })
  await app.close()
  return body
}

test('[E09] who knows day, address and browser does not know the key: it is the station’s own', async () => {
  const known = ['2026-07-01', '20260701'].map((day) => `${day}\n192.0.2.7\na browser`)
  const plain = known.map((about) => createHash('sha256').update(about).digest('base64url').slice(0, 22))
  const key = await dayKey('one')
  expect(plain).not.toContain(key)
  expect(await dayKey('two')).not.toBe(key)
})

test('[E09] one browser has one key for one day, another browser, address or day another', async () => {
  const key = await dayKey('one')
  expect(key).toMatch(/^[\w-]{22}$/)
  expect(await dayKey('one', { atMs: nowMs + 3600_000 })).toBe(key)
  for (const other of [{ atMs: nowMs + 86_400_000 }, { address: '192.0.2.8' }, { agent: 'another' }])
    expect(await dayKey('one', other)).not.toBe(key)
})
