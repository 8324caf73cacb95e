import { drawArtwork, type ArtworkRequest } from '@yunmu/artwork'
import sharp from 'sharp'
import { rgbaToThumbHash } from 'thumbhash'
import type { ArtworkMetadata } from '../media-needs.ts'

// One thread draws, because pages and segments have priority. Nothing is drawn twice, so the cache of libvips is off.
sharp.concurrency(1)
sharp.cache(false)

const quality = 82
const svgDensity = 72
/** The largest side that thumbhash accepts. */
const thumbSide = 100

/** Draws a picture as WebP, `width` pixels wide. */
export function rasterise(request: ArtworkRequest, width: number): Promise<Buffer> {
  const { svg, width: drawnWidth } = drawArtwork(request)
  return sharp(Buffer.from(svg), { density: (svgDensity * width) / drawnWidth })
    .resize({ width })
    .flatten({ background: '#000' })
    .webp({ quality })
    .toBuffer()
}

/** Scales an imported picture to a WebP of at most `width` pixels. */
export function shrink(file: string, width: number): Promise<Buffer> {
  return sharp(file).resize({ width, withoutEnlargement: true }).webp({ quality }).toBuffer()
}

/** The thumbhash of a picture, base64. */
export async function thumbHashOf(picture: Buffer | string): Promise<string> {
  const { data, info } = await sharp(picture)
    .resize(thumbSide, thumbSide, { fit: 'inside' })
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  return Buffer.from(rgbaToThumbHash(info.width, info.height, data)).toString('base64')
}

/**
 * What pages need to know about generated pictures: the poster's thumbhash, the backdrop's focus and scrim colour. It
 * does not depend on the requested width, so it is announced only once.
 */
export async function artworkMetadata(poster: ArtworkRequest, backdrop: ArtworkRequest): Promise<ArtworkMetadata> {
  const { focus, ink } = drawArtwork(backdrop)
  return { thumb: await thumbHashOf(await rasterise(poster, thumbSide)), focus, ink }
}
