export interface Pace {
  /** How far the whole is and what is left, when `doneSec` of the planned work are done. */
  at(doneSec: number, nowMs: number): { share: number; leftSec: number | null }
}

/** Before so much time or work has passed, what is left is a guess. */
const leastMs = 2000
const leastShare = 0.005

/**
 * Tells the time left from how the planned work went until now. Planned seconds need not be real ones, as long as they
 * are alike.
 */
export function createPace(plannedSec: number, startMs: number): Pace {
  return {
    at(doneSec, nowMs) {
      const share = plannedSec <= 0 ? 1 : Math.min(1, Math.max(0, doneSec / plannedSec))
      const passedMs = nowMs - startMs
      if (passedMs < leastMs || share < leastShare) return { share, leftSec: null }
      return { share, leftSec: Math.round(((1 - share) / share) * (passedMs / 1000)) }
    },
  }
}
