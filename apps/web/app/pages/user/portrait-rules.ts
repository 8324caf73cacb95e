/** Pixels of a portrait's side. */
export const portraitSidePx = 256
/** What is sent is smaller than this. */
export const portraitMostBytes = 40 * 1024

/** The largest square in the middle of a picture. */
export function middleSquare(width: number, height: number): { left: number; top: number; side: number } {
  const side = Math.min(width, height)
  return { left: Math.floor((width - side) / 2), top: Math.floor((height - side) / 2), side }
}

/** Bytes that a base64 text stands for. */
export const bytesOfBase64 = (text: string): number => Math.floor((text.replace(/=+$/, '').length * 3) / 4)

/** How well a portrait is kept, the best first: the first that is small enough is taken. */
export const portraitQualities = [0.9, 0.8, 0.65, 0.5, 0.3] as const
