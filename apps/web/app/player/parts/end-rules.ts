/** Renditions of one film differ by a few frames; the duration is that of the longest. */
const maxMissingSec = 0.5
const minPlayableSec = 0.2

/**
 * Whether a stalled video is at the end of its data, because only another rendition is longer: browsers do not fire
 * `ended` then. Times in seconds.
 */
export const hasRunOut = (at: { positionSec: number; bufferedSec: number; durationSec: number }): boolean =>
  at.durationSec - at.positionSec < maxMissingSec && at.bufferedSec - at.positionSec < minPlayableSec

/** A seek to the very end would end playback without a frame. */
const endMarginSec = 0.2

/** Target of a seek, clamped; null if playback has ended and the seek leads forward. Times in seconds. */
export function seekTarget(
  sec: number,
  at: { ended: boolean; positionSec: number; durationSec: number },
): number | null {
  if (at.ended && sec >= at.positionSec) return null
  // Without a known duration there is no upper bound.
  const lastSec = at.durationSec > 0 ? Math.max(0, at.durationSec - endMarginSec) : Infinity
  return Math.min(Math.max(sec, 0), lastSec)
}
