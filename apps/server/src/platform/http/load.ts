/** Above this the station is slower than people wait: calls are turned away until it breathes again. */
const overloadedAtMs = 250
const recoveredAtMs = 100
const tickMs = 20
/** After how many seconds who was turned away may ask again. */
export const overloadPauseSec = 5

/** Whether calls are turned away, after whether they were before. Two limits, so that it does not flicker between. */
export function isOverloaded(before: boolean, lagMs: number): boolean {
  return lagMs > (before ? recoveredAtMs : overloadedAtMs)
}

/** What a repeating timer knows of the event loop. Times are monotonic milliseconds. */
export interface TimerHistory {
  /** When the timer has to run next. */
  readonly dueMs: number
  /** How late it ran the last time, and the time before that. */
  readonly lastLateMs: number
  readonly earlierLateMs: number
}

/** The timer ran at `nowMs` and has to run again after `everyMs`. */
export function ranAt({ dueMs, lastLateMs }: TimerHistory, nowMs: number, everyMs: number): TimerHistory {
  return { dueMs: nowMs + everyMs, lastLateMs: Math.max(0, nowMs - dueMs), earlierLateMs: lastLateMs }
}

/**
 * How late the event loop is now: what the last two turns, or the last turn and the one that lasts still, were late at
 * least. One long turn alone, such as a garbage collection, is no lag; the first turn in time ends it.
 */
export function presentLagMs({ dueMs, lastLateMs, earlierLateMs }: TimerHistory, nowMs: number): number {
  return Math.min(lastLateMs, Math.max(earlierLateMs, nowMs - dueMs))
}

/** Watches how late the event loop is. */
export function watchEventLoop(): { lagMs(): number; stop(): void } {
  let history: TimerHistory = { dueMs: performance.now() + tickMs, lastLateMs: 0, earlierLateMs: 0 }
  const timer = setInterval(() => {
    history = ranAt(history, performance.now(), tickMs)
  }, tickMs)
  timer.unref()
  return { lagMs: () => presentLagMs(history, performance.now()), stop: () => clearInterval(timer) }
}

/** Tells whether calls are to be turned away now. */
export function createOverloadCheck(lagMs: () => number): () => boolean {
  let overloaded = false
  return () => {
    overloaded = isOverloaded(overloaded, lagMs())
    return overloaded
  }
}
