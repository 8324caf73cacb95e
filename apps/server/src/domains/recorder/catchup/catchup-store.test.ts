import { beforeAll, beforeEach, expect, test } from 'vitest'
import { aLease } from '../../../testing/recorder.ts'
import { createTestDatabase } from '../../../testing/test-database.ts'
import { createCatchupStore } from './catchup-store.ts'
import { LeaseLostError, type Lease } from '../runs/lease-store.ts'
import type { RecorderTables } from '../recorder-tables.ts'

const database = await createTestDatabase()
const db = database.db.withTables<RecorderTables>()
const store = createCatchupStore(db)
const nowMs = 1_795_000_000_000
const requested = { streamId: 5, startSec: nowMs / 1000 - 7200, endSec: nowMs / 1000 - 3600 }

let lease: Lease
beforeAll(async () => {
  lease = await aLease(db)
})
beforeEach(async () => void (await db.deleteFrom('catchup').execute()))

const idOf = async (): Promise<number> => (await store.pending())[0]?.id ?? 0

test('[G02] without the lease nothing is written', async () => {
  await store.request(requested, nowMs)
  const id = await idOf()
  const lost = { ...lease, term: lease.term - 1 }
  await expect(store.start(lost, id)).rejects.toThrow(LeaseLostError)
  await expect(store.append(lost, id, 0, { durations: [1], bytes: 1 })).rejects.toThrow(LeaseLostError)
  await expect(store.deleteBefore(lost, nowMs * 2)).rejects.toThrow(LeaseLostError)
  expect(await store.progress(requested)).toEqual({ state: 'waiting', rows: [] })
})

test('[G02] a programme is fetched once, however often it is requested, and the number of pending ones is limited', async () => {
  expect(await store.progress(requested)).toBeNull()
  for (let at = 0; at < 3; at++) expect(await store.request(requested, nowMs)).toBe('waiting')
  expect(await store.pending()).toHaveLength(1)
  for (let at = 1; at < 20; at++) await store.request({ ...requested, streamId: 5 + at }, nowMs)
  expect(await store.request({ ...requested, streamId: 99 }, nowMs)).toBe('busy')
  expect(await store.request(requested, nowMs)).toBe('waiting')
})

test('[G02] its segments start with the programme and are consecutive, and are not saved twice', async () => {
  await store.request(requested, nowMs)
  const id = await idOf()
  await store.start(lease, id)
  for (const held of [0, 0]) await store.append(lease, id, held, { durations: [2000, 40_000], bytes: 10 })
  await store.append(lease, id, 2, { durations: [1500], bytes: 5 })
  expect(await store.progress(requested)).toMatchObject({
    state: 'fetching',
    rows: [
      {
        seq: 0,
        uri: `p${id}/000001.m4s`,
        initUri: `p${id}/init.mp4`,
        wallMs: requested.startSec * 1000,
        durationSec: 2,
      },
      { seq: 1, durationSec: 40 },
      { seq: 2, uri: `p${id}/000003.m4s`, wallMs: requested.startSec * 1000 + 42_000 },
    ],
  })
  expect(await store.totalBytes()).toBe(15)
})

test('[G02] a failed programme is fetched again after a while, under another run id', async () => {
  await store.request(requested, nowMs)
  const id = await idOf()
  await store.append(lease, id, 0, { durations: [2000], bytes: 10 })
  await store.finish(lease, id, { state: 'failed', reason: 'short', nowMs })
  expect(await store.progress(requested)).toEqual({ state: 'failed', rows: [] })
  expect([await store.request(requested, nowMs + 60_000), await store.ids()]).toEqual(['failed', new Set()])
  expect(await store.request(requested, nowMs + 660_000)).toBe('waiting')
  expect(await idOf()).toBeGreaterThan(id)
})

test('[G02] the least recently requested programme is deleted first', async () => {
  for (const [at, streamId] of [7, 8, 9].entries()) {
    await store.request({ ...requested, streamId }, nowMs + at)
    const id = (await store.pending())[0]?.id ?? 0
    await store.append(lease, id, 0, { durations: [2000], bytes: 10 })
    await store.finish(lease, id, { state: 'complete', reason: '', nowMs })
  }
  await store.request({ ...requested, streamId: 7 }, nowMs + 9)
  expect(await store.deleteOldest(lease, 11)).toBe(20)
  expect(await store.progress({ ...requested, streamId: 7 })).not.toBeNull()
  await store.deleteBefore(lease, nowMs + 10)
  expect(await store.isEmpty()).toBe(true)
})
