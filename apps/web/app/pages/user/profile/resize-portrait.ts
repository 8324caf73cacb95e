import {
  base64ByteLength,
  middleSquare,
  maxPortraitBytes,
  portraitQualities,
  portraitSidePx,
} from './portrait-rules.ts'

/** Crops a picture to a square and resizes it. Returns a JPEG data URL; null if the file is not a picture. */
export async function resizePortrait(file: Blob): Promise<string | null> {
  const picture = await createImageBitmap(file).catch(() => null)
  if (!picture) return null
  const canvas = document.createElement('canvas')
  canvas.width = portraitSidePx
  canvas.height = portraitSidePx
  const context = canvas.getContext('2d')
  if (!context) return null
  const { left, top, side } = middleSquare(picture.width, picture.height)
  // Transparent pixels would become black in a JPEG.
  context.fillStyle = '#fff'
  context.fillRect(0, 0, portraitSidePx, portraitSidePx)
  context.imageSmoothingQuality = 'high'
  context.drawImage(picture, left, top, side, side, 0, 0, portraitSidePx, portraitSidePx)
  picture.close()
  const encoders = portraitQualities.map((quality) => () => canvas.toDataURL('image/jpeg', quality))
  for (const encode of encoders) {
    const address = encode()
    if (base64ByteLength(base64Of(address)) < maxPortraitBytes) return address
  }
  return null
}

/** Base64 part of a data URL. */
export const base64Of = (address: string): string => address.slice(address.indexOf(',') + 1)
