/** Renditions of one film differ by a few frames; the longest says how long the film is. */
const mostMissingSec = 0.5
const leastPlayableSec = 0.2

/**
 * Whether a video that waits has nothing to wait for: it stands at the end of what there is, and only a rendition that
 * does not play is longer. Browsers do not call that ended. Times in seconds.
 */
export const hasRunOut = (at: { positionSec: number; bufferedSec: number; durationSec: number }): boolean =>
  at.durationSec - at.positionSec < mostMissingSec && at.bufferedSec - at.positionSec < leastPlayableSec

/** A seek to the very end would end it without a picture. */
const tailSec = 0.2

/**
 * Where a seek to `sec` leads, cut to what there is; null where it leads nowhere: after the end comes nothing. Times in
 * seconds.
 */
export function seekTarget(
  sec: number,
  at: { ended: boolean; positionSec: number; durationSec: number },
): number | null {
  if (at.ended && sec >= at.positionSec) return null
  // Before the length is known there is no end to cut it to.
  const lastSec = at.durationSec > 0 ? Math.max(0, at.durationSec - tailSec) : Infinity
  return Math.min(Math.max(sec, 0), lastSec)
}
