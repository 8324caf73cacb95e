/** What a video says of itself at a moment of the page's clock. */
export interface Reading {
  nowMs: number
  mediaSec: number
  /** Seconds of the media in a second. */
  rate: number
  moving: boolean
}

/** A video tells its time in steps of a frame or more; further off than this it was set, not late. */
const jumpSec = 0.3
/** So long it takes to come back to what the video says. */
const settleSec = 0.5

/** Makes of what a video says a time that grows evenly from frame to frame, and never runs back while it moves. */
export function createSmoothClock(): (reading: Reading) => number {
  let last: { nowMs: number; sec: number } | null = null
  return ({ nowMs, mediaSec, rate, moving }) => {
    const passedSec = last ? Math.max(0, nowMs - last.nowMs) / 1000 : 0
    const expected = last ? last.sec + passedSec * rate : mediaSec
    const isKnown = moving && last !== null && Math.abs(mediaSec - expected) <= jumpSec
    const nearer = expected + (mediaSec - expected) * Math.min(1, passedSec / settleSec)
    const sec = isKnown ? Math.max(last?.sec ?? nearer, nearer) : mediaSec
    last = moving ? { nowMs, sec } : null
    return sec
  }
}
