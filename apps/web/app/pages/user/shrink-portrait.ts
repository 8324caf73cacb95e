import { bytesOfBase64, middleSquare, portraitMostBytes, portraitQualities, portraitSidePx } from './portrait-rules.ts'

/** Cuts a picture to a square and makes it small. Returns a JPEG as a data address; null for what is no picture. */
export async function shrinkPortrait(file: Blob): Promise<string | null> {
  const picture = await createImageBitmap(file).catch(() => null)
  if (!picture) return null
  const canvas = document.createElement('canvas')
  canvas.width = portraitSidePx
  canvas.height = portraitSidePx
  const pen = canvas.getContext('2d')
  if (!pen) return null
  const { left, top, side } = middleSquare(picture.width, picture.height)
  // What was transparent would be black in a JPEG.
  pen.fillStyle = '#fff'
  pen.fillRect(0, 0, portraitSidePx, portraitSidePx)
  pen.imageSmoothingQuality = 'high'
  pen.drawImage(picture, left, top, side, side, 0, 0, portraitSidePx, portraitSidePx)
  picture.close()
  const tried = portraitQualities.map((quality) => () => canvas.toDataURL('image/jpeg', quality))
  for (const draw of tried) {
    const address = draw()
    if (bytesOfBase64(base64Of(address)) < portraitMostBytes) return address
  }
  return null
}

/** What of a data address is the picture. */
export const base64Of = (address: string): string => address.slice(address.indexOf(',') + 1)
