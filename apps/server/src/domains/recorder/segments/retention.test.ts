import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openFolder } from '../../../testing/open-folder.ts'
import { aLease } from '../../../testing/recorder.ts'
import { createTestDatabase } from '../../../testing/test-database.ts'
import { createCatchupStore } from '../catchup/catchup-store.ts'
import { segmentFile } from '../runs/ffmpeg-rules.ts'
import type { RecorderTables } from '../recorder-tables.ts'
import { createRetention } from './retention.ts'
import { catchupFolder, runFolder } from '../runs/run-folder.ts'
import { createSegmentStore } from './segment-store.ts'

const database = await createTestDatabase()
const db = database.db.withTables<RecorderTables>()
const segments = createSegmentStore(db)
const nowMs = 1_800_000_000_000
const hourMs = 3_600_000

test('expired segments are deleted with their files, and a run with its folder; newer ones stay', async () => {
  const liveDir = openFolder()
  const lease = await aLease(db)
  const record = async (runId: number, hoursAgo: number, count: number): Promise<void> => {
    const dir = runFolder(liveDir, 5, runId)
    mkdirSync(dir, { recursive: true })
    writeFileSync(join(dir, 'init.mp4'), '')
    const placed = Array.from({ length: count }, (_, at) => {
      const wallMs = nowMs - hoursAgo * hourMs + at * 2000
      writeFileSync(join(dir, segmentFile(at + 1)), 'x')
      return { num: at + 1, durationMs: 2000, bytes: 1, wallMs, resetsClock: at === 0 }
    })
    await segments.append(lease, [{ streamId: 5, run: { id: runId, source: 0, startedMs: nowMs }, segments: placed }])
  }
  const filesOf = (runId: number): string[] => readdirSync(runFolder(liveDir, 5, runId)).toSorted()
  await record(1, 5, 40)
  // A trial run that was not removed.
  mkdirSync(runFolder(liveDir, 5, 2))
  // It spans the expiry time: its first block is deleted, the second stays.
  await record(3, 2.02, 60)
  await record(4, 1, 3)
  // A started run without segments in the index.
  mkdirSync(runFolder(liveDir, 5, 9), { recursive: true })
  writeFileSync(join(runFolder(liveDir, 5, 9), segmentFile(1)), 'x')

  const needs = {
    clock: { nowMs: () => nowMs },
    settings: { rtmpHost: '', rtmpPort: 0, ingestPlay: '', maxGb: 0, maxOnDemand: 32 },
  }
  await createRetention(needs, { segments, catchups: createCatchupStore(db) }, liveDir)(lease, new Set([5]), () => ({
    retentionHours: 2,
    kept: [],
  }))

  for (const gone of [1, 2]) expect(existsSync(runFolder(liveDir, 5, gone))).toBe(false)
  expect(filesOf(3)).toEqual([...Array.from({ length: 28 }, (_, at) => segmentFile(at + 33)), 'init.mp4'])
  expect(filesOf(4)).toHaveLength(4)
  expect(filesOf(9)).toEqual(['000001.m4s'])
  const rows = await segments.rows(5, 0, nowMs * 2)
  for (const { uri } of rows) expect(existsSync(join(liveDir, '5', uri))).toBe(true)
  expect(rows).toHaveLength(28 + 3)
})

test('[H01] expired segments of a kept span stay with their files, until the disk is too small', async () => {
  const liveDir = openFolder()
  const lease = await aLease(db)
  const startMs = nowMs - 30 * hourMs
  const dir = runFolder(liveDir, 6, 21)
  mkdirSync(dir, { recursive: true })
  const placed = Array.from({ length: 320 }, (_, at) => {
    writeFileSync(join(dir, segmentFile(at + 1)), 'x')
    return { num: at + 1, durationMs: 2000, bytes: 1024 ** 2, wallMs: startMs + at * 2000, resetsClock: at === 0 }
  })
  await segments.append(lease, [{ streamId: 6, run: { id: 21, source: 0, startedMs: nowMs }, segments: placed }])
  const kept = [{ fromMs: startMs + 200_000, untilMs: startMs + 400_000 }]
  const retain = (maxGb: number) =>
    createRetention(
      {
        clock: { nowMs: () => nowMs },
        settings: { rtmpHost: '', rtmpPort: 0, ingestPlay: '', maxGb, maxOnDemand: 32 },
      },
      { segments, catchups: createCatchupStore(db) },
      liveDir,
    )(lease, new Set(), (streamId) => ({ retentionHours: 2, kept: streamId === 6 ? kept : [] }))
  await retain(0)
  const rows = await segments.rows(6, 0, nowMs)
  // Whole blocks of 32 segments.
  expect([rows[0]?.wallMs, rows.length]).toEqual([startMs + 192_000, 128])
  for (const { uri } of rows) expect(existsSync(join(liveDir, '6', uri))).toBe(true)
  expect(readdirSync(dir).filter((name) => name.endsWith('.m4s'))).toHaveLength(128)
  await segments.append(lease, [
    {
      streamId: 6,
      run: { id: 22, source: 0, startedMs: nowMs },
      segments: [{ num: 1, durationMs: 2000, bytes: 1024 ** 3, wallMs: nowMs - hourMs, resetsClock: true }],
    },
  ])
  await retain(1)
  const left = (await segments.rows(6, 0, nowMs)).filter(({ runKey }) => runKey === '21')
  expect(left.length).toBeLessThan(128)
})

test('above the limit the oldest recordings are deleted until it is met', async () => {
  const liveDir = openFolder()
  const lease = await aLease(db)
  for (const [at, runId] of [11, 12, 13].entries()) {
    const wallMs = nowMs - (3 - at) * hourMs
    const placed = [{ num: 1, durationMs: 2000, bytes: 600 * 1024 ** 2, wallMs, resetsClock: true }]
    await segments.append(lease, [{ streamId: 7, run: { id: runId, source: 0, startedMs: nowMs }, segments: placed }])
  }
  const needs = {
    clock: { nowMs: () => nowMs },
    settings: { rtmpHost: '', rtmpPort: 0, ingestPlay: '', maxGb: 1, maxOnDemand: 32 },
  }
  await createRetention(needs, { segments, catchups: createCatchupStore(db) }, liveDir)(lease, new Set(), () => ({
    retentionHours: 24,
    kept: [],
  }))
  expect((await segments.rows(7, 0, nowMs)).map(({ runKey }) => runKey)).toEqual(['13'])
})

test('a fetched programme is deleted a day after its last request, and an unknown one at once', async () => {
  const liveDir = openFolder()
  const lease = await aLease(db)
  const catchups = createCatchupStore(db)
  const fetch = async (startSec: number, askedMs: number): Promise<string> => {
    await catchups.request({ streamId: 6, startSec, endSec: startSec + 60 }, askedMs)
    const id = (await catchups.pending()).at(-1)?.id ?? 0
    await catchups.finish(lease, id, { state: 'complete', reason: '', nowMs: askedMs })
    const dir = catchupFolder(liveDir, 6, id)
    mkdirSync(dir, { recursive: true })
    return dir
  }
  const young = await fetch(1000, nowMs - 23 * hourMs)
  const old = await fetch(2000, nowMs - 25 * hourMs)
  const unknown = catchupFolder(liveDir, 6, 999_999)
  mkdirSync(unknown)
  const needs = {
    clock: { nowMs: () => nowMs },
    settings: { rtmpHost: '', rtmpPort: 0, ingestPlay: '', maxGb: 0, maxOnDemand: 32 },
  }
  await createRetention(needs, { segments, catchups }, liveDir)(lease, new Set(), () => ({
    retentionHours: 2,
    kept: [],
  }))
  expect([young, old, unknown].map((dir) => existsSync(dir))).toEqual([true, false, false])
})
