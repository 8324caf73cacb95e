import type { RecordedRun } from './recorded-run.ts'
import type { Tail } from '../segments/segment-store.ts'
import { newClock, place, type Placed, type WallClock } from '../segments/wall-rules.ts'

/** A run, and how far it has been read and written. */
export interface RunInHand {
  readonly run: RecordedRun
  /** The next segment to be read. */
  nextNum: number
  /** The next one that was not even seen. */
  unseenNum: number
  clock: WallClock | undefined
  /** Read and not written yet, in order. */
  pending: Placed[]
  /** How many segments were ever read. */
  total: number
  /** Its ffmpeg has ended and its list was read to the end. */
  read: boolean
}

/** While the database is away a run is read only so far ahead: the rest waits in its folder. */
const mostPending = 1000

/** `tail` is where the stream's index stands, for a run that was begun by an earlier recorder. */
export function runInHand(run: RecordedRun, nextNum: number, tail?: Tail): RunInHand {
  const goesOn = tail !== undefined && tail.runId === run.id
  const clock: WallClock | undefined = goesOn ? { nextMs: tail.endMs, floorMs: tail.endMs, offsets: [] } : undefined
  return { run, nextNum, unseenNum: nextNum, clock, pending: [], total: goesOn ? tail.num : 0, read: false }
}

/**
 * Reads what a run has finished since. A run's clock begins where the recording before it ended. Returns how long the new
 * segments are, in milliseconds, and when the recording ends now.
 */
export async function readBatch(hand: RunInHand, endMs: number): Promise<{ durations: number[]; endMs: number }> {
  if (hand.pending.length >= mostPending) return { durations: await peek(hand), endMs }
  const finished = await hand.run.finished(hand.nextNum)
  const last = finished.at(-1)
  if (!last) return { durations: [], endMs }
  const { placed, clock } = place(hand.clock ?? newClock(endMs), finished)
  hand.clock = clock
  hand.pending = [...hand.pending, ...placed]
  hand.nextNum = last.num + 1
  hand.total += placed.length
  return { durations: finished.map(({ durationMs }) => durationMs), endMs: clock.nextMs ?? endMs }
}

/** Reads what is left of a run that has ended, unless too much waits to be written already. */
export async function readRest(hand: RunInHand, endMs: number): Promise<number> {
  const { durations, endMs: nextMs } = await readBatch(hand, endMs)
  hand.read = durations.length === 0 && hand.pending.length < mostPending
  return nextMs
}

/**
 * Looks what a run has finished since it was looked at, without reading it: that it goes on is to be known also where
 * nothing can be recorded of it yet.
 */
export async function peek(hand: RunInHand): Promise<number[]> {
  const finished = await hand.run.finished(Math.max(hand.nextNum, hand.unseenNum))
  hand.unseenNum = (finished.at(-1)?.num ?? hand.unseenNum - 1) + 1
  return finished.map(({ durationMs }) => durationMs)
}
