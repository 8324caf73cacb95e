/** An advertisement that stood still longer than this altogether, waiting for data or paused, is taken away. */
const maxStallMs = 2000

/**
 * How long an advertisement may still stand still. Whatever holds it, it ends at its length and this time after it started.
 * @param runningMs since it started, by the clock
 */
export const stallLeftMs = (runningMs: number, positionSec: number): number =>
  maxStallMs - (runningMs - positionSec * 1000)

/** Whole seconds until the end of an advertisement. */
export const secondsLeft = (seconds: number, positionSec: number): number =>
  Math.max(0, Math.ceil(seconds - positionSec))

/** Whole seconds until it can be skipped: 0 now, null never. */
export const secondsUntilSkip = (skipAfterSec: number | null, positionSec: number): number | null =>
  skipAfterSec === null ? null : Math.max(0, Math.ceil(skipAfterSec - positionSec))

/** Advertisements that were shown in this browser as often as permitted are left out by the server, fifty at most. */
export const cappedIds = (shown: ReadonlyMap<number, number>, caps: ReadonlyMap<number, number>): number[] =>
  [...shown].flatMap(([id, count]) => (count >= (caps.get(id) ?? Infinity) ? [id] : [])).slice(0, 50)
