/** Renditions of one film differ by a few frames; the longest says how long the film is. */
const mostMissingSec = 0.5
const leastPlayableSec = 0.2

/**
 * Whether a video that waits has nothing to wait for: it stands at the end of what there is, and only a rendition that
 * does not play is longer. Browsers do not call that ended. Times in seconds.
 */
export const hasRunOut = (at: { positionSec: number; bufferedSec: number; durationSec: number }): boolean =>
  at.durationSec - at.positionSec < mostMissingSec && at.bufferedSec - at.positionSec < leastPlayableSec
