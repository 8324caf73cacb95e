import { maxProofLength } from '@yunmu/contract'
import { fitWithin, proofQualities, proofSidePx } from './proof-rules.ts'

/** Makes a picture of a transfer small enough to be sent. Returns a JPEG data URL; null if the file is not a picture. */
export async function resizeProof(file: Blob): Promise<string | null> {
  const picture = await createImageBitmap(file).catch(() => null)
  if (!picture) return null
  const { width, height } = fitWithin(picture, proofSidePx)
  const canvas = document.createElement('canvas')
  canvas.width = width
  canvas.height = height
  const context = canvas.getContext('2d')
  if (!context) return null
  // Transparent pixels would become black in a JPEG.
  context.fillStyle = '#fff'
  context.fillRect(0, 0, width, height)
  context.imageSmoothingQuality = 'high'
  context.drawImage(picture, 0, 0, width, height)
  picture.close()
  for (const quality of proofQualities) {
    const address = canvas.toDataURL('image/jpeg', quality)
    if (address.length <= maxProofLength) return address
  }
  return null
}
