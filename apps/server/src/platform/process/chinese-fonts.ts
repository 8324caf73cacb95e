import { sansFamily, serifFamily } from '@yunmu/artwork'
import sharp from 'sharp'

const size = 80

/**
 * Whether this machine has fonts for Chinese. 一 is one flat stroke; the replacement glyph is about as high as wide, or
 * empty.
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

/** @param alpha one byte per pixel, row by row */
export function isFlatStroke(alpha: Uint8Array, width: number): boolean {
  const filled = [...alpha.keys()].filter((at) => (alpha[at] ?? 0) > 64)
  if (filled.length === 0) return false
  const extent = (positions: number[]): number => Math.max(...positions) - Math.min(...positions) + 1
  const high = extent(filled.map((at) => Math.floor(at / width)))
  const wide = extent(filled.map((at) => at % width))
  return wide > high * 3
}
