import { indexData, playToken, vodNewest } from '@yunmu/contract'
import { beforeAll, describe, expect, test } from 'vitest'
import { buildTestApp, type TestApp } from '../../testing/test-app.ts'

const outside = { remoteAddress: '203.0.113.20' }
const token = 'a-token-of-the-operator'
let lagMs = 0
let t: TestApp
beforeAll(async () => {
  t = await buildTestApp({ METRICS_TOKEN: token }, { lagMs: () => lagMs })
})

const lookAt = (url: string, options: { remoteAddress?: string; headers?: Record<string, string> } = {}) =>
  t.app.inject({ url, ...options })

test('[M04] /healthz reports only that the process is up', async () => {
  const response = await lookAt('/healthz', outside)
  expect([response.statusCode, response.json()]).toEqual([200, { status: 'up' }])
})

describe('[M04] /readyz', () => {
  test('is ready if the database answers, is migrated, and the disk has room', async () => {
    const response = await lookAt('/readyz')
    expect([response.statusCode, response.json()]).toEqual([200, { status: 'ready', reasons: [] }])
  })

  test('states the reasons to internal callers only', async () => {
    const unmigrated = await buildTestApp()
    await unmigrated.platform.pool.query("delete from kysely_migration where name >= '0005'")
    const inside = await unmigrated.app.inject({ url: '/readyz' })
    expect([inside.statusCode, inside.json()]).toEqual([503, { status: 'not ready', reasons: ['migrations'] }])
    expect(Number(inside.headers['retry-after'])).toBeGreaterThan(0)
    const other = await unmigrated.app.inject({ url: '/readyz', ...outside })
    expect([other.statusCode, other.json()]).toEqual([503, { status: 'not ready' }])
  })

  test('is not ready if the database does not answer in time', async () => {
    const blocked = await buildTestApp()
    const blocker = await blocked.platform.pool.connect()
    await blocker.query('begin')
    await blocker.query('lock table kysely_migration in access exclusive mode')
    expect((await blocked.app.inject({ url: '/readyz' })).json()).toMatchObject({ reasons: ['database'] })
    await blocker.query('rollback')
    blocker.release()
  })
})

describe('[M04] /metrics', () => {
  test.each<[string, { remoteAddress?: string; headers?: Record<string, string> }]>([
    ['from outside', outside],
    ['from outside with a wrong token', { ...outside, headers: { authorization: 'Bearer nonsense' } }],
    ['from outside with the token in the wrong place', { ...outside, headers: { 'x-token': token } }],
    ['through a proxy that is not known', { remoteAddress: '127.0.0.1', headers: { 'x-forwarded-for': '10.0.0.1' } }],
    ['from an address that is none', { remoteAddress: 'nonsense' }],
  ])('%s is not there', async (_who, options) => {
    const response = await lookAt('/metrics', options)
    expect(response.statusCode).toBe(404)
    expect(response.json()).toMatchObject({ data: { refusal: 'NoSuchAddress' } })
  })

  test.each<[string, { remoteAddress?: string; headers?: Record<string, string> }]>([
    ['this machine', {}],
    ['this machine by IPv6', { remoteAddress: '::1' }],
    ['a private network', { remoteAddress: '192.168.3.4' }],
    ['outside with the token', { ...outside, headers: { authorization: `Bearer ${token}` } }],
  ])('%s may read them', async (_who, options) => {
    const response = await lookAt('/metrics', options)
    expect(response.statusCode).toBe(200)
    expect(response.headers['content-type']).toContain('text/plain')
  })

  test('count calls by name and status, and replies by where they came from', async () => {
    const send = { type: 0, count: 3 } as const
    for (let at = 0; at < 3; at++) await t.make(vodNewest, send)
    await t.make(vodNewest, send, { as: 'mei' })
    await t.make(vodNewest, { type: 0, count: 999 })
    const { body } = await lookAt('/metrics')
    expect(body).toContain('yunmu_call_duration_seconds_count{call="vodNewest",status="200"} 2')
    expect(body).toContain('yunmu_call_duration_seconds_count{call="vodNewest",status="400"} 1')
    expect(body).toContain('yunmu_replies_total{source="fast"} 2')
    // The list does not depend on the viewer: the one who is signed in gets the cached reply.
    expect(body).toContain('yunmu_replies_total{source="cache"} 1')
    expect(body).toContain('yunmu_replies_total{source="made"} 1')
    expect(body).toMatch(/yunmu_database_connections\{state="idle"\} \d/)
    expect(body).toMatch(/yunmu_event_loop_lag_seconds\{kind="present"\} \d/)
    expect(body).toMatch(/yunmu_media_bytes_total\{kind="media"\} \d/)
  })

  test('contain no token and no address', async () => {
    const secret = await t.tokenOf('lin')
    await t.make(indexData, {}, { as: 'lin', ...outside })
    await t.app.inject({ url: `/v1/pub/vod/detail/1/${secret}?_he=${secret}`, ...outside })
    const { body } = await lookAt('/metrics')
    for (const part of [...secret.split('.'), outside.remoteAddress, '127.0.0.1', token])
      expect(body).not.toContain(part)
  })
})

describe('overload', () => {
  test('calls are refused with 503 and a retry delay; cached replies and media are not', async () => {
    const send = { type: 0, count: 7 } as const
    await t.make(vodNewest, send)
    lagMs = 5000
    const refused = await t.make(vodNewest, { ...send, count: 8 }, outside)
    expect(refused).toMatchObject({ status: 503, data: { refusal: 'Overloaded' } })
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
    expect((await t.make(playToken, { type: 'vod', id: 1, ids: 0, level: 1 })).status).toBe(503)
    expect((await t.make(vodNewest, send)).status).toBe(200)
    // Not at an address that was answered before: by another signature, and for a signed-in user.
    t.clock.set(t.clock.nowMs() + 1000)
    expect((await t.make(vodNewest, send)).status).toBe(200)
    expect((await t.make(vodNewest, send, { as: 'lin' })).status).toBe(200)
    expect((await lookAt('/media/nothing')).statusCode).not.toBe(503)
    expect((await lookAt('/healthz')).statusCode).toBe(200)
    lagMs = 0
    expect((await t.make(vodNewest, { ...send, count: 8 }, outside)).status).toBe(200)
  })
})

test('a worker serves probes only', async () => {
  const worker = await buildTestApp({ ROLE: 'worker' })
  expect((await worker.app.inject({ url: '/readyz' })).statusCode).toBe(200)
  expect((await worker.make(indexData, {})).status).toBe(404)
})
