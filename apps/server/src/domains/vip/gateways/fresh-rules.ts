/** How far the time of a signature may be from ours. */
export const freshSec = 300

/** Whether something was signed just now, by Unix seconds. */
export const isFreshTime = (signedSec: number, nowSec: number): boolean => Math.abs(signedSec - nowSec) <= freshSec
