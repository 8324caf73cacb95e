import { statfs } from 'node:fs/promises'
import type { Lease } from './lease-store.ts'
import type { RecordingNeeds } from './recorder-needs.ts'
import { alwaysKeptMs, bytesTooMany, expiredBeforeMs } from './retention-rules.ts'
import { removeRun, removeSegments, removeSegmentsBelow, runFolder, runsOnDisk } from './run-folder.ts'
import type { SegmentStore } from './segment-store.ts'

/**
 * Removes recordings that are too old or for which the disk is too small: from the index first, then their files, so that
 * no playlist names what is not there. `busy` streams keep the folder of their newest run; `keepHours` says
 * how long a stream is kept.
 */
export function createRetention(
  { clock, settings, kept }: Pick<RecordingNeeds, 'clock' | 'settings' | 'kept'>,
  segments: SegmentStore,
  liveDir: string,
): (lease: Lease, busy: ReadonlySet<number>, keepHours: (streamId: number) => number) => Promise<void> {
  const removeBefore = async (lease: Lease, streamId: number, endMs: number, isBusy: boolean): Promise<void> => {
    const removed = await segments.removeBefore(lease, streamId, endMs, await kept(streamId))
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
  return async (lease, busy, keepHours) => {
    const nowMs = clock.nowMs()
    for (const streamId of await segments.streamIds())
      await removeBefore(lease, streamId, expiredBeforeMs(nowMs, keepHours(streamId)), busy.has(streamId))
    const { bavail, blocks, bsize } = await statfs(liveDir)
    const disk = { freeBytes: bavail * bsize, sizeBytes: blocks * bsize }
    const bytes = bytesTooMany(await segments.totalBytes(), settings.maxGb * 1024 ** 3, disk)
    if (bytes === 0) return
    for (const [streamId, endMs] of await segments.oldest(bytes, nowMs - alwaysKeptMs))
      await removeBefore(lease, streamId, endMs, busy.has(streamId))
  }
}
