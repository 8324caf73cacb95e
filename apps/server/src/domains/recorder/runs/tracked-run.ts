import type { RecordedRun } from './recorded-run.ts'
import type { IndexTail } from '../segments/segment-store.ts'
import { newClock, dateSegments, type DatedSegment, type WallClock } from '../segments/wall-clock-rules.ts'

/** A run with its reading and saving progress. */
export interface TrackedRun {
  readonly run: RecordedRun
  /** The next segment to read. */
  nextNum: number
  /** The next segment that `peekFinished` has not reported yet. */
  nextUnseenNum: number
  clock: WallClock | undefined
  /** Segments that were read and not saved yet. */
  pending: DatedSegment[]
  /** Total number of segments read. */
  readCount: number
  /** ffmpeg has ended and all segments were read. */
  isDrained: boolean
}

/** Limit of unsaved segments while the database is unavailable; the rest stays in the folder. */
const maxPending = 1000

/** Starts tracking a run. @param tail end of the stream's index, for a run of an earlier recorder */
export function trackRun(run: RecordedRun, nextNum: number, tail?: IndexTail): TrackedRun {
  const isContinuation = tail !== undefined && tail.runId === run.id
  const clock: WallClock | undefined = isContinuation
    ? { nextMs: tail.endMs, floorMs: tail.endMs, offsets: [] }
    : undefined
  return {
    run,
    nextNum,
    nextUnseenNum: nextNum,
    clock,
    pending: [],
    readCount: isContinuation ? tail.num : 0,
    isDrained: false,
  }
}

/**
 * Reads newly finished segments. The clock of a run starts where the recording before it ended. Returns the durations of
 * the new segments and the new end of the recording.
 */
export async function readFinished(
  tracked: TrackedRun,
  endMs: number,
): Promise<{ durations: number[]; endMs: number }> {
  if (tracked.pending.length >= maxPending) return { durations: await peekFinished(tracked), endMs }
  const finished = await tracked.run.finished(tracked.nextNum)
  const last = finished.at(-1)
  if (!last) return { durations: [], endMs }
  const { dated, clock } = dateSegments(tracked.clock ?? newClock(endMs), finished)
  tracked.clock = clock
  tracked.pending = [...tracked.pending, ...dated]
  tracked.nextNum = last.num + 1
  tracked.readCount += dated.length
  return { durations: finished.map(({ durationMs }) => durationMs), endMs: clock.nextMs ?? endMs }
}

/** Reads the remaining segments of an ended run, unless too many are unsaved. Returns the end of the recording. */
export async function drain(tracked: TrackedRun, endMs: number): Promise<number> {
  const { durations, endMs: nextMs } = await readFinished(tracked, endMs)
  tracked.isDrained = durations.length === 0 && tracked.pending.length < maxPending
  return nextMs
}

/**
 * Durations of newly finished segments, without reading them. Shows that a run is alive while its segments cannot be
 * recorded yet.
 */
export async function peekFinished(tracked: TrackedRun): Promise<number[]> {
  const finished = await tracked.run.finished(Math.max(tracked.nextNum, tracked.nextUnseenNum))
  tracked.nextUnseenNum = (finished.at(-1)?.num ?? tracked.nextUnseenNum - 1) + 1
  return finished.map(({ durationMs }) => durationMs)
}
