export interface ProgressEstimator {
  /** Overall progress and remaining time after `doneSec` of the planned work. */
  at(doneSec: number, nowMs: number): { share: number; leftSec: number | null }
}

/** No estimate before this much time and work. */
const minMs = 2000
const minShare = 0.005

/** Estimates the remaining time from the speed so far. Planned seconds are relative: only their proportions matter. */
export function createProgressEstimator(plannedSec: number, startMs: number): ProgressEstimator {
  return {
    at(doneSec, nowMs) {
      const share = plannedSec <= 0 ? 1 : Math.min(1, Math.max(0, doneSec / plannedSec))
      const passedMs = nowMs - startMs
      if (passedMs < minMs || share < minShare) return { share, leftSec: null }
      return { share, leftSec: Math.round(((1 - share) / share) * (passedMs / 1000)) }
    },
  }
}
