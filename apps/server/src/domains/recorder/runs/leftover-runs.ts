import { rmdir } from 'node:fs/promises'
import { dirname } from 'node:path'
import { errorCode } from '../../../platform/process/error-code.ts'
import { adoptRun, type RecordedRun } from './recorded-run.ts'
import { removeRun, runFolder, runsOnDisk } from './run-folder.ts'
import type { SegmentStore, IndexTail } from '../segments/segment-store.ts'

/**
 * The runs that an earlier recorder left of a stream, and the end of its index. Useless folders are removed: runs without
 * metadata, trials, and runs that are no longer in the index.
 */
export async function findLeftoverRuns(
  liveDir: string,
  streamId: number,
  segments: Pick<SegmentStore, 'tail' | 'runIds'>,
): Promise<{ runs: RecordedRun[]; tail: IndexTail | undefined }> {
  const tail = await segments.tail(streamId)
  const indexed = await segments.runIds(streamId)
  const runs: RecordedRun[] = []
  for (const runId of runsOnDisk(liveDir, streamId)) {
    const dir = runFolder(liveDir, streamId, runId)
    const run = adoptRun(dir, streamId, runId)
    if (run && (runId >= (tail?.runId ?? 0) || indexed.has(runId))) runs.push(run)
    else {
      run?.stop('kill')
      await removeRun(dir)
    }
  }
  await removeIfEmpty(dirname(runFolder(liveDir, streamId, 0)))
  return { runs, tail }
}

async function removeIfEmpty(folder: string): Promise<void> {
  try {
    await rmdir(folder)
  } catch (err) {
    if (!['ENOTEMPTY', 'EEXIST', 'ENOENT'].includes(errorCode(err) ?? '')) throw err
  }
}
