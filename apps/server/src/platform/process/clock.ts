/** The source of time, replaced in tests. */
export interface Clock {
  /** Unix milliseconds. */
  nowMs(): number
}

export const systemClock: Clock = { nowMs: () => Date.now() }

/** Whole Unix seconds. */
export const nowSec = (clock: Clock): number => Math.floor(clock.nowMs() / 1000)
