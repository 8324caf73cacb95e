import { drawArtwork, type ArtworkRequest } from '@yunmu/artwork'
import sharp from 'sharp'
import { rgbaToThumbHash } from 'thumbhash'
import type { Drawing } from '../media-needs.ts'

// One thread draws: pages and segments come first. Nothing is drawn twice, so libvips need not remember.
sharp.concurrency(1)
sharp.cache(false)

const quality = 82
const svgDensity = 72
/** What thumbhash takes at most. */
const thumbSide = 100

/** Draws a picture and gives it as WebP, `width` pixels wide. */
export function rasterise(request: ArtworkRequest, width: number): Promise<Buffer> {
  const { svg, width: drawnWidth } = drawArtwork(request)
  return sharp(Buffer.from(svg), { density: (svgDensity * width) / drawnWidth })
    .resize({ width })
    .flatten({ background: '#000' })
    .webp({ quality })
    .toBuffer()
}

/** A real picture as WebP, at most `width` pixels wide. */
export function shrink(file: string, width: number): Promise<Buffer> {
  return sharp(file).resize({ width, withoutEnlargement: true }).webp({ quality }).toBuffer()
}

/** A picture as a thumbhash, base64. */
export async function thumbOf(picture: Buffer | string): Promise<string> {
  const { data, info } = await sharp(picture)
    .resize(thumbSide, thumbSide, { fit: 'inside' })
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  return Buffer.from(rgbaToThumbHash(info.width, info.height, data)).toString('base64')
}

/**
 * What the pages of a title need to know of its pictures: the poster's thumbhash, the backdrop's focus and ink. The same
 * whatever width the poster was asked for in, so that it is news but once.
 */
export async function describeDrawing(poster: ArtworkRequest, backdrop: ArtworkRequest): Promise<Drawing> {
  const { focus, ink } = drawArtwork(backdrop)
  return { thumb: await thumbOf(await rasterise(poster, thumbSide)), focus, ink }
}
