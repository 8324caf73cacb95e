import { renderLivePlaylist } from '@yunmu/hls'
import { beforeEach, expect, test } from 'vitest'
import { aLease } from '../../../testing/recorder.ts'
import { createTestDatabase } from '../../../testing/test-database.ts'
import { createLeaseStore, LeaseLostError, type Lease } from '../runs/lease-store.ts'
import type { RecorderTables } from '../recorder-tables.ts'
import { createRecordingStore } from '../runs/recording-store.ts'
import { createSegmentStore, type Batch } from './segment-store.ts'
import type { DatedSegment } from './wall-clock-rules.ts'

const database = await createTestDatabase()
const db = database.db.withTables<RecorderTables>()
const store = createSegmentStore(db)
const leases = createLeaseStore(db)
const startMs = 1_800_000_000_000
let lease: Lease

beforeEach(async () => {
  await database.pool.query('truncate segment_block, run, recording, recorder_lease')
  lease = await aLease(db)
})

/** Two-second segments `from` to `to` of a run that began `offset` segments after the epoch. */
const segments = (from: number, to: number, offset = 0): DatedSegment[] =>
  Array.from({ length: to - from + 1 }, (_, at) => {
    const num = from + at
    return { num, durationMs: 2000, bytes: 1000, wallMs: startMs + (offset + num - 1) * 2000, resetsClock: num === 1 }
  })
const batch = (runId: number, placed: DatedSegment[], streamId = 5): Batch => ({
  streamId,
  run: { id: runId, source: 0, startedMs: startMs },
  segments: placed,
})
const everything = () => store.rows(5, 0, startMs * 2)
const blocks = async (): Promise<number[]> => {
  const { rows } = await database.pool.query(
    'select cardinality(durations) as length from segment_block order by first_seq',
  )
  return rows.map(({ length }) => length)
}

test('without the lease nothing is written or removed', async () => {
  await leases.acquire('here', 60)
  await expect(store.append(lease, [batch(1, segments(1, 3))])).rejects.toThrow(LeaseLostError)
  await expect(store.deleteBefore(lease, 5, startMs * 2)).rejects.toThrow(LeaseLostError)
  expect(await everything()).toEqual([])
})

test('a lease is held by one recorder until it expires, and a restarted recorder of the same station gets it at once', async () => {
  expect(await leases.acquire('there', 60)).toBeUndefined()
  expect(await leases.renew(lease, 60)).toBe(true)
  const next = await leases.acquire('here', 60)
  expect(next?.term).toBeGreaterThan(lease.term)
  expect(await leases.renew(lease, 60)).toBe(false)
  await leases.release(lease)
  expect(await leases.acquire('there', 60)).toBeUndefined()
  if (next) await leases.release(next)
  expect(await leases.acquire('there', 60)).toMatchObject({ holder: 'there' })
})

test('segments are packed into blocks, and read back with their numbers, names and times', async () => {
  for (let num = 1; num <= 70; num += 2) await store.append(lease, [batch(9, segments(num, num + 1))])
  expect(await blocks()).toEqual([32, 32, 6])
  const rows = await everything()
  expect(rows.map(({ seq }) => seq)).toEqual(Array.from({ length: 70 }, (_, at) => at))
  expect(rows[33]).toEqual({
    seq: 33,
    disc: 0,
    runKey: '9',
    uri: '9/000034.m4s',
    initUri: '9/init.mp4',
    durationSec: 2,
    wallMs: startMs + 66_000,
  })
  expect(await store.tail(5)).toEqual({ runId: 9, num: 70, endMs: startMs + 140_000, longestMs: 2000 })
  expect(await store.longestMs(5)).toBe(2000)
})

test('a batch that is saved twice is stored once', async () => {
  await store.append(lease, [batch(1, segments(1, 5))])
  await store.append(lease, [batch(1, segments(3, 7))])
  await store.append(lease, [batch(2, segments(1, 2, 10))])
  await store.append(lease, [batch(1, segments(6, 9))])
  const rows = await everything()
  expect(rows.map(({ seq }) => seq)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8])
  expect(rows.map(({ uri }) => uri).slice(5)).toEqual(['1/000006.m4s', '1/000007.m4s', '2/000001.m4s', '2/000002.m4s'])
})

test('a new run is a discontinuity, and the rows of all runs form a playlist', async () => {
  await store.append(lease, [batch(1, segments(1, 3)), batch(4, segments(1, 3, 5))])
  const rows = await store.latest(5, 10)
  expect(rows.map(({ disc }) => disc)).toEqual([0, 0, 1, 1, 1])
  expect(renderLivePlaylist({ targetDurationSec: 2, rows, kind: 'live' })).toContain('4/000003.m4s')
})

test('a missing number and a changed clock start a new block', async () => {
  const [, , , late] = segments(1, 4)
  if (!late) throw new Error('four segments')
  await store.append(lease, [batch(1, [...segments(1, 2), { ...late, wallMs: late.wallMs + 900, resetsClock: true }])])
  await store.append(lease, [batch(1, segments(6, 7))])
  expect(await blocks()).toEqual([2, 1, 2])
  const rows = await everything()
  expect(rows.map(({ uri }) => uri.slice(2, 8))).toEqual(['000001', '000002', '000004', '000006', '000007'])
  expect(rows[2]?.wallMs).toBe(startMs + 6900)
  expect(rows.map(({ seq }) => seq)).toEqual([0, 1, 2, 3, 4])
})

test('the rows of a span are those that overlap it', async () => {
  await store.append(lease, [batch(1, segments(1, 50)), batch(2, segments(1, 50, 100))])
  const uris = async (fromSec: number, toSec: number): Promise<string[]> =>
    (await store.rows(5, startMs + fromSec * 1000, startMs + toSec * 1000)).map(({ uri }) => uri)
  expect(await uris(3, 6)).toEqual(['1/000002.m4s', '1/000003.m4s'])
  expect(await uris(98, 203)).toEqual(['1/000050.m4s', '2/000001.m4s', '2/000002.m4s'])
  expect(await uris(120, 190)).toEqual([])
  const held = (fromSec: number, toSec: number) =>
    store.availableMs(5, startMs + fromSec * 1000, startMs + toSec * 1000)
  expect([await held(3, 6), await held(98, 203), await held(120, 190), await held(-9, 900)]).toEqual([
    3000, 5000, 0, 200_000,
  ])
  expect(await uris(-50, 1)).toEqual(['1/000001.m4s'])
  expect(await store.rows(6, 0, startMs * 2)).toEqual([])
})

test('the latest rows last at least as long as requested, across any number of blocks', async () => {
  for (let run = 1; run <= 40; run++) await store.append(lease, [batch(run, segments(1, 1, run))])
  expect((await store.latest(5, 30)).map(({ seq }) => seq)).toEqual(Array.from({ length: 15 }, (_, at) => at + 25))
  expect(await store.latest(5, 3600)).toHaveLength(40)
  expect(await store.latest(6, 30)).toEqual([])
})

test('sequence numbers of deleted segments are not reused', async () => {
  await store.append(lease, [batch(1, segments(1, 40)), batch(2, segments(1, 40, 40))])
  const removed = await store.deleteBefore(lease, 5, startMs + 150_000)
  expect(removed).toEqual([
    { streamId: 5, runId: 1, firstNum: 1, count: 32 },
    { streamId: 5, runId: 1, firstNum: 33, count: 8 },
    { streamId: 5, runId: 2, firstNum: 1, count: 32 },
  ])
  expect(await store.head(5)).toEqual({ runId: 2, firstNum: 33 })
  expect(await store.isEmpty()).toBe(false)
  await store.deleteBefore(lease, 5, startMs * 2)
  expect(await everything()).toEqual([])
  expect(await store.isEmpty()).toBe(true)
  await store.append(lease, [batch(2, segments(41, 41, 40)), batch(3, segments(1, 1, 90))])
  expect((await everything()).map(({ seq, disc }) => [seq, disc])).toEqual([
    [80, 1],
    [81, 2],
  ])
})

test('on a full disk the oldest recordings of all streams are deleted first', async () => {
  await store.append(lease, [batch(1, segments(1, 64)), batch(2, segments(1, 64, 20), 6)])
  expect(await store.totalBytes()).toBe(128_000)
  expect(await store.oldest(1, startMs * 2)).toEqual(new Map([[5, startMs + 64_000]]))
  expect(await store.oldest(33_000, startMs * 2)).toEqual(
    new Map([
      [5, startMs + 64_000],
      [6, startMs + 104_000],
    ]),
  )
  expect(await store.oldest(1e9, startMs + 64_000)).toEqual(new Map([[5, startMs + 64_000]]))
})

test('the total size is known without scanning the index', async () => {
  await store.append(lease, [batch(1, segments(1, 40)), batch(2, segments(1, 10), 6)])
  await store.append(lease, [batch(1, segments(39, 50))])
  await store.deleteBefore(lease, 5, startMs + 64_000)
  const reader = await database.pool.connect()
  try {
    await reader.query('begin')
    await reader.query('lock table segment_block in access exclusive mode')
    expect(await store.totalBytes()).toBe(28_000)
  } finally {
    await reader.query('rollback')
    reader.release()
  }
  await store.deleteBefore(lease, 5, startMs * 2)
  await store.deleteBefore(lease, 6, startMs * 2)
  expect(await store.totalBytes()).toBe(0)
})

test('large amounts are deleted in parts, oldest first', async () => {
  const alone = (from: number, to: number): DatedSegment[] =>
    segments(from, to).map((each) => ({ ...each, resetsClock: true }))
  await store.append(lease, [batch(1, alone(1, 300)), batch(2, segments(1, 32, 250), 6)])
  expect(await store.oldest(1e9, startMs * 2)).toEqual(new Map([[5, startMs + 400_000]]))
  await store.deleteBefore(lease, 5, startMs + 400_000)
  expect(await store.oldest(1e9, startMs * 2)).toEqual(
    new Map([
      [5, startMs + 600_000],
      [6, startMs + 564_000],
    ]),
  )
})

test('run ids increase and are used once', async () => {
  const [one, two] = await Promise.all([store.reserveRuns(50), store.reserveRuns(50)])
  expect(new Set([...one, ...two]).size).toBe(100)
  expect(one).toEqual(one.toSorted((a, b) => a - b))
})

test('the health of a stream is the last reported one, and its counter never decreases', async () => {
  const recordings = createRecordingStore(db)
  const reported = { phase: 'recording', source: 1, sinceMs: startMs, reason: 'stalled', breaks: 2 } as const
  await store.append(lease, [batch(1, segments(1, 3))])
  await recordings.write(5, reported)
  await recordings.write(5, { ...reported, breaks: 3 })
  expect(await recordings.health([5, 6])).toEqual(new Map([[5, { ...reported, breaks: 3 }]]))
  await store.append(lease, [batch(1, segments(4, 4))])
  expect((await everything()).at(-1)?.seq).toBe(3)
})

test('[G02] a stream is down when it has had no picture for a while, or when no recorder runs', async () => {
  const recordings = createRecordingStore(db)
  const down = async (): Promise<number[]> => [...(await recordings.down(startMs, 15_000))].toSorted((a, b) => a - b)
  const reported = { source: 0, reason: '', breaks: 0 }
  await recordings.write(1, { ...reported, phase: 'idle', sinceMs: 0 })
  await recordings.write(2, { ...reported, phase: 'recording', sinceMs: 0 })
  await recordings.write(3, { ...reported, phase: 'starting', sinceMs: startMs - 14_000 })
  await recordings.write(4, { ...reported, phase: 'pausing', sinceMs: startMs - 16_000 })
  await recordings.write(5, { ...reported, phase: 'failed', sinceMs: startMs - 9 * 60_000 })
  await recordings.write(6, { ...reported, phase: 'failed', sinceMs: startMs - 11 * 60_000 })
  expect(await down()).toEqual([4, 5])
  await database.pool.query("update recorder_lease set expires_at = now() - interval '1 minute'")
  expect(await down()).toEqual([2, 3, 4, 5])
})
