/** Event loop lag above which calls are refused, until it has recovered. A start on a busy machine stays below it. */
const overloadedAtMs = 400
const recoveredAtMs = 150
const tickMs = 20
/** Retry delay of requests that cannot be answered now, in seconds, unless whoever refuses them knows better. */
export const overloadPauseSec = 5

/** Whether calls are refused, given the previous state. Two thresholds, so that the state does not flicker. */
export function isOverloaded(before: boolean, lagMs: number): boolean {
  return lagMs > (before ? recoveredAtMs : overloadedAtMs)
}

/** The state of a repeating timer that measures the event loop. Times are monotonic milliseconds. */
export interface TimerHistory {
  /** When the timer is due next. */
  readonly dueMs: number
  /** How late the last run was, and the one before. */
  readonly lastLateMs: number
  readonly earlierLateMs: number
}

/** The state after the timer ran at `nowMs` and was set again for `everyMs`. */
export function afterRun({ dueMs, lastLateMs }: TimerHistory, nowMs: number, everyMs: number): TimerHistory {
  return { dueMs: nowMs + everyMs, lastLateMs: Math.max(0, nowMs - dueMs), earlierLateMs: lastLateMs }
}

/**
 * The current lag of the event loop: the minimum lag of the last two turns, or of the last turn and the current one. A
 * single long turn, such as a garbage collection, does not count; the first turn in time ends the lag.
 */
export function presentLagMs({ dueMs, lastLateMs, earlierLateMs }: TimerHistory, nowMs: number): number {
  return Math.min(lastLateMs, Math.max(earlierLateMs, nowMs - dueMs))
}

/** Measures the lag of the event loop. */
export function watchEventLoop(): { lagMs(): number; stop(): void } {
  let history: TimerHistory = { dueMs: performance.now() + tickMs, lastLateMs: 0, earlierLateMs: 0 }
  const timer = setInterval(() => {
    history = afterRun(history, performance.now(), tickMs)
  }, tickMs)
  timer.unref()
  return { lagMs: () => presentLagMs(history, performance.now()), stop: () => clearInterval(timer) }
}

/** Returns whether calls must be refused now. */
export function createOverloadCheck(lagMs: () => number): () => boolean {
  let overloaded = false
  return () => {
    overloaded = isOverloaded(overloaded, lagMs())
    return overloaded
  }
}
