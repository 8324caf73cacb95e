import { sansFamily, serifFamily } from '@yunmu/artwork'
import sharp from 'sharp'

const size = 80

/**
 * Whether this machine can draw Chinese letters. 一 is one flat stroke; what stands in for a missing letter is a box
 * about as high as it is wide, or nothing.
 */
export async function canDrawChinese(): Promise<boolean> {
  for (const family of [serifFamily, sansFamily]) {
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}"><text x="10" y="60" font-size="60" font-family="${family}">一</text></svg>`
    const { data, info } = await sharp(Buffer.from(svg))
      .ensureAlpha()
      .extractChannel('alpha')
      .raw()
      .toBuffer({ resolveWithObject: true })
    if (!isFlatStroke(data, info.width)) return false
  }
  return true
}

/** @param alpha one byte for each pixel, row by row */
export function isFlatStroke(alpha: Uint8Array, width: number): boolean {
  const inked = [...alpha.keys()].filter((at) => (alpha[at] ?? 0) > 64)
  if (inked.length === 0) return false
  const extent = (places: number[]): number => Math.max(...places) - Math.min(...places) + 1
  const high = extent(inked.map((at) => Math.floor(at / width)))
  const wide = extent(inked.map((at) => at % width))
  return wide > high * 3
}
