/** The longer side of a sent picture: the text of a phone's screenshot stays readable. */
export const proofSidePx = 1600

/** JPEG qualities, best first: the first result that is small enough is used. */
export const proofQualities = [0.85, 0.7, 0.5, 0.3] as const

/** The size of a picture whose longer side is at most `maxPx`; small pictures are not enlarged. */
export function fitWithin(
  { width, height }: { width: number; height: number },
  maxPx: number,
): { width: number; height: number } {
  const scale = Math.min(1, maxPx / Math.max(width, height))
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) }
}
