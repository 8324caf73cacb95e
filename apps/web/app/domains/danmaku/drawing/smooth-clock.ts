/** A video's state at a time of the page's clock. */
export interface Reading {
  nowMs: number
  mediaSec: number
  /** Media seconds per second. */
  rate: number
  moving: boolean
}

/** `currentTime` advances in steps of a frame or more; a larger difference is a seek. */
const jumpSec = 0.3
/** Time constant for converging to the video's time. */
const settleSec = 0.5

/** Smooths a video's time so that it grows evenly per frame and never runs backwards while playing. */
export function createSmoothClock(): (reading: Reading) => number {
  let last: { nowMs: number; sec: number } | null = null
  return ({ nowMs, mediaSec, rate, moving }) => {
    const passedSec = last ? Math.max(0, nowMs - last.nowMs) / 1000 : 0
    const expected = last ? last.sec + passedSec * rate : mediaSec
    const isContinuous = moving && last !== null && Math.abs(mediaSec - expected) <= jumpSec
    const corrected = expected + (mediaSec - expected) * Math.min(1, passedSec / settleSec)
    const sec = isContinuous ? Math.max(last?.sec ?? corrected, corrected) : mediaSec
    last = moving ? { nowMs, sec } : null
    return sec
  }
}
