/** Where the product takes the time from. Tests bring their own. */
export interface Clock {
  /** Unix milliseconds. */
  nowMs(): number
}

export const systemClock: Clock = { nowMs: () => Date.now() }

/** Unix seconds, whole. */
export const nowSec = (clock: Clock): number => Math.floor(clock.nowMs() / 1000)
