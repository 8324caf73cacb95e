/** Side length of a portrait in pixels. */
export const portraitSidePx = 256
/** Uploads must be smaller than this. */
export const maxPortraitBytes = 40 * 1024

/** The largest centred square of a picture. */
export function middleSquare(width: number, height: number): { left: number; top: number; side: number } {
  const side = Math.min(width, height)
  return { left: Math.floor((width - side) / 2), top: Math.floor((height - side) / 2), side }
}

/** Number of bytes in a base64 text. */
export const base64ByteLength = (text: string): number => Math.floor((text.replace(/=+$/, '').length * 3) / 4)

/** JPEG qualities, best first: the first result that is small enough is used. */
export const portraitQualities = [0.9, 0.8, 0.65, 0.5, 0.3] as const
