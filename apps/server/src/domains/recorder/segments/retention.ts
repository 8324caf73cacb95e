import { statfs } from 'node:fs/promises'
import type { CatchupStore } from '../catchup/catchup-store.ts'
import type { Lease } from '../runs/lease-store.ts'
import type { RecordingNeeds } from '../recorder-needs.ts'
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
} from '../runs/run-folder.ts'
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
    const head = await segments.head(streamId)
    const runs = runsOnDisk(liveDir, streamId)
    const newestGone = Math.max(...removed.map(({ runId }) => runId))
    // Runs are recorded in their order: with what only tried a source, all that is older than the index has gone.
    for (const runId of runs) {
      const dir = runFolder(liveDir, streamId, runId)
      if (runId === head?.runId) await removeSegmentsBelow(dir, head.firstNum)
      else if (head ? runId < head.runId : runId <= newestGone && !(isBusy && runId === runs.at(-1)))
        await removeRun(dir)
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
    let left = bytes > 0 ? bytes - (await catchups.forgetOldest(lease, bytes)) : 0
    while (left > 0) {
      const before = await segments.totalBytes()
      for (const [streamId, endMs] of await segments.oldest(left, nowMs - alwaysKeptMs))
        await removeBefore(lease, streamId, endMs, busy.has(streamId))
      const gone = before - (await segments.totalBytes())
      if (gone <= 0) return
      left -= gone
    }
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
