import { existsSync, mkdirSync } from 'node:fs'
import { expect, test } from 'vitest'
import { openFolder } from '../../../testing/open-folder.ts'
import { aLease } from '../../../testing/recorder.ts'
import { createTestDatabase } from '../../../testing/test-database.ts'
import type { RecorderTables } from '../recorder-tables.ts'
import { runFolder, streamsOnDisk, writeMetadata } from './run-folder.ts'
import { findLeftoverRuns } from './leftover-runs.ts'
import { createSegmentStore } from '../segments/segment-store.ts'

const database = await createTestDatabase()
const db = database.db.withTables<RecorderTables>()
const segments = createSegmentStore(db)

test('of the folders that a killed recorder left, useless ones are removed and the others are continued', async () => {
  const liveDir = openFolder()
  const lease = await aLease(db)
  const leave = (streamId: number, runId: number, firstNum: number | null): string => {
    const dir = runFolder(liveDir, streamId, runId)
    mkdirSync(dir, { recursive: true })
    writeMetadata(dir, { source: 0, key: '', startedMs: 0, audio: 'copy', firstNum })
    return dir
  }
  const record = async (runId: number): Promise<void> => {
    const placed = [{ num: 1, durationMs: 2000, bytes: 1, wallMs: runId * 10_000, resetsClock: true }]
    await segments.append(lease, [{ streamId: 5, run: { id: runId, source: 0, startedMs: 0 }, segments: placed }])
  }
  const removedFromIndex = leave(5, 1, 1)
  const recorded = leave(5, 2, 1)
  const triedOnly = leave(5, 3, null)
  const newest = leave(5, 4, 1)
  const silent = runFolder(liveDir, 5, 5)
  mkdirSync(silent)
  const unread = leave(5, 6, 1)
  for (const runId of [2, 4]) await record(runId)
  const saysNothing = runFolder(liveDir, 7, 8)
  mkdirSync(saysNothing, { recursive: true })

  const { runs, tail } = await findLeftoverRuns(liveDir, 5, segments)
  expect(runs.map(({ id }) => id)).toEqual([2, 4, 6])
  expect(tail).toMatchObject({ runId: 4, num: 1 })
  for (const dir of [recorded, newest, unread]) expect(existsSync(dir)).toBe(true)
  for (const dir of [removedFromIndex, triedOnly, silent]) expect(existsSync(dir)).toBe(false)

  expect(await findLeftoverRuns(liveDir, 7, segments)).toEqual({ runs: [], tail: undefined })
  expect(streamsOnDisk(liveDir)).toEqual([5])
})
