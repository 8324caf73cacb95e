import { statfs } from 'node:fs/promises'
import type { CatchupStore } from '../catchup/catchup-store.ts'
import type { Lease } from '../runs/lease-store.ts'
import type { RecordedStream, RecordingParts } from '../recorder-needs.ts'
import { minRetentionMs, excessBytes, expiredBeforeMs } from './retention-rules.ts'
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

/** How long a fetched programme is stored after its last request. */
const catchupTtlMs = 24 * 3_600_000

/**
 * Deletes recordings that are expired or exceed the disk limit: first from the index, then the files, so that no playlist
 * names a missing file. What is kept longer is deleted only if the disk is too small. Fetched programmes are deleted first, because they can be fetched again. `busy` streams keep the
 * folder of their newest run.
 */
export function createRetention(
  { clock, settings }: Pick<RecordingParts, 'clock' | 'settings'>,
  { segments, catchups }: { segments: SegmentStore; catchups: CatchupStore },
  liveDir: string,
) {
  const deleteBefore = async (
    lease: Lease,
    streamId: number,
    endMs: number,
    { isBusy, kept = [] }: { isBusy: boolean; kept?: RecordedStream['kept'] },
  ): Promise<void> => {
    const deleted = await segments.deleteBefore(lease, streamId, endMs, kept)
    if (deleted.length === 0) return
    for (const { runId, firstNum, count } of deleted)
      await removeSegments(runFolder(liveDir, streamId, runId), firstNum, count)
    const head = await segments.head(streamId)
    const runs = runsOnDisk(liveDir, streamId)
    const newestDeleted = Math.max(...deleted.map(({ runId }) => runId))
    // Runs are recorded in order, so every run older than the index, including trials, can be removed.
    for (const runId of runs) {
      const dir = runFolder(liveDir, streamId, runId)
      if (runId === head?.runId) await removeSegmentsBelow(dir, head.firstNum)
      else if (head ? runId < head.runId : runId <= newestDeleted && !(isBusy && runId === runs.at(-1)))
        await removeRun(dir)
    }
  }
  const removeUnusedCatchups = async (): Promise<void> => {
    const found = streamsOnDisk(liveDir).flatMap((streamId) =>
      catchupsOnDisk(liveDir, streamId).map((id) => ({ streamId, id })),
    )
    const needed = await catchups.ids()
    for (const { streamId, id } of found) if (!needed.has(id)) await removeRun(catchupFolder(liveDir, streamId, id))
  }
  const freeSpace = async (lease: Lease, busy: ReadonlySet<number>, nowMs: number): Promise<void> => {
    const { bavail, blocks, bsize } = await statfs(liveDir)
    const disk = { freeBytes: bavail * bsize, sizeBytes: blocks * bsize }
    const recorded = (await segments.totalBytes()) + (await catchups.totalBytes())
    const bytes = excessBytes(recorded, settings.maxGb * 1024 ** 3, disk)
    let left = bytes > 0 ? bytes - (await catchups.deleteOldest(lease, bytes)) : 0
    while (left > 0) {
      const before = await segments.totalBytes()
      for (const [streamId, endMs] of await segments.oldest(left, nowMs - minRetentionMs))
        await deleteBefore(lease, streamId, endMs, { isBusy: busy.has(streamId) })
      const freed = before - (await segments.totalBytes())
      if (freed <= 0) return
      left -= freed
    }
  }
  return async (
    lease: Lease,
    busy: ReadonlySet<number>,
    ruleOf: (streamId: number) => Pick<RecordedStream, 'retentionHours' | 'kept'>,
  ): Promise<void> => {
    const nowMs = clock.nowMs()
    await catchups.deleteBefore(lease, nowMs - catchupTtlMs)
    for (const streamId of await segments.streamIds()) {
      const { retentionHours, kept } = ruleOf(streamId)
      const isBusy = busy.has(streamId)
      await deleteBefore(lease, streamId, expiredBeforeMs(nowMs, retentionHours), { isBusy, kept })
    }
    await freeSpace(lease, busy, nowMs)
    await removeUnusedCatchups()
  }
}
