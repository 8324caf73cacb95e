import type { RecordedRun } from './recorded-run.ts'
import type { IndexTail } from '../segments/segment-store.ts'
import { newClock, dateSegments, type DatedSegment, type WallClock } from '../segments/wall-clock-rules.ts'

/** A run, and how far it has been read and written. */
export interface TrackedRun {
  readonly run: RecordedRun
  /** The next segment to be read. */
  nextNum: number
  /** The next one that was not even seen. */
  nextUnseenNum: number
  clock: WallClock | undefined
  /** Read and not written yet, in order. */
  pending: DatedSegment[]
  /** How many segments were ever read. */
  readCount: number
  /** Its ffmpeg has ended and its list was read to the end. */
  isDrained: boolean
}

/** While the database is away a run is read only so far ahead: the rest waits in its folder. */
const maxPending = 1000

/** `tail` is where the stream's index stands, for a run that was begun by an earlier recorder. */
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
 * Reads what a run has finished since. A run's clock begins where the recording before it ended. Returns how long the new
 * segments are, in milliseconds, and when the recording ends now.
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

/** Reads what is left of a run that has ended, unless too much waits to be written already. */
export async function drain(tracked: TrackedRun, endMs: number): Promise<number> {
  const { durations, endMs: nextMs } = await readFinished(tracked, endMs)
  tracked.isDrained = durations.length === 0 && tracked.pending.length < maxPending
  return nextMs
}

/**
 * Looks what a run has finished since it was looked at, without reading it: that it goes on is to be known also where
 * nothing can be recorded of it yet.
 */
export async function peekFinished(tracked: TrackedRun): Promise<number[]> {
  const finished = await tracked.run.finished(Math.max(tracked.nextNum, tracked.nextUnseenNum))
  tracked.nextUnseenNum = (finished.at(-1)?.num ?? tracked.nextUnseenNum - 1) + 1
  return finished.map(({ durationMs }) => durationMs)
}
