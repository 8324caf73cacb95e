import { statfs } from 'node:fs/promises'
import type { CatchupStore } from './catchup-store.ts'
import type { Lease } from './lease-store.ts'
import type { RecordingNeeds } from './recorder-needs.ts'
import { alwaysKeptMs, bytesTooMany, expiredBeforeMs } from './retention-rules.ts'
import {
  catchupFolder,
  catchupsOnDisk,
  removeRun,
  removeSegments,
  removeSegmentsBelow,
  runFolder,
  runsOnDisk,
  streamsOnDisk,
} from './run-folder.ts'
import type { SegmentStore } from './segment-store.ts'

/** A programme that was fetched is kept so long after somebody asked for it. */
const catchupKeptMs = 24 * 3_600_000

/**
 * Removes recordings that are too old or for which the disk is too small: from the index first, then their files, so that
 * no playlist names what is not there. What was fetched of the past goes first: it can be fetched again. `busy` streams keep the folder of their newest run; `keepHours` says
 * how long a stream is kept.
 */
export function createRetention(
  { clock, settings }: Pick<RecordingNeeds, 'clock' | 'settings'>,
  { segments, catchups }: { segments: SegmentStore; catchups: CatchupStore },
  liveDir: string,
): (lease: Lease, busy: ReadonlySet<number>, keepHours: (streamId: number) => number) => Promise<void> {
  const removeBefore = async (lease: Lease, streamId: number, endMs: number, isBusy: boolean): Promise<void> => {
    const removed = await segments.removeBefore(lease, streamId, endMs)
    if (removed.length === 0) return
    for (const { runId, firstNum, count } of removed)
      await removeSegments(runFolder(liveDir, streamId, runId), firstNum, count)
    const firstNums = await segments.firstNums(streamId)
    const runs = runsOnDisk(liveDir, streamId)
    for (const runId of runs) {
      const dir = runFolder(liveDir, streamId, runId)
      const first = firstNums.get(runId)
      // What a recorder that was killed in between has left behind.
      if (first !== undefined) await removeSegmentsBelow(dir, first)
      // A run that has nothing in the index yet is younger than all that has, or goes on.
      else if (removed.some((each) => each.runId === runId) && !(isBusy && runId === runs.at(-1))) await removeRun(dir)
    }
  }
  const sweepCatchups = async (): Promise<void> => {
    const found = streamsOnDisk(liveDir).flatMap((streamId) =>
      catchupsOnDisk(liveDir, streamId).map((id) => ({ streamId, id })),
    )
    const needed = await catchups.ids()
    for (const { streamId, id } of found) if (!needed.has(id)) await removeRun(catchupFolder(liveDir, streamId, id))
  }
  const makeRoom = async (lease: Lease, busy: ReadonlySet<number>, nowMs: number): Promise<void> => {
    const { bavail, blocks, bsize } = await statfs(liveDir)
    const disk = { freeBytes: bavail * bsize, sizeBytes: blocks * bsize }
    const recorded = (await segments.totalBytes()) + (await catchups.totalBytes())
    const bytes = bytesTooMany(recorded, settings.maxGb * 1024 ** 3, disk)
    const left = bytes > 0 ? bytes - (await catchups.forgetOldest(lease, bytes)) : 0
    if (left <= 0) return
    for (const [streamId, endMs] of await segments.oldest(left, nowMs - alwaysKeptMs))
      await removeBefore(lease, streamId, endMs, busy.has(streamId))
  }
  return async (lease, busy, keepHours) => {
    const nowMs = clock.nowMs()
    await catchups.forgetBefore(lease, nowMs - catchupKeptMs)
    for (const streamId of await segments.streamIds())
      await removeBefore(lease, streamId, expiredBeforeMs(nowMs, keepHours(streamId)), busy.has(streamId))
    await makeRoom(lease, busy, nowMs)
    await sweepCatchups()
  }
}
