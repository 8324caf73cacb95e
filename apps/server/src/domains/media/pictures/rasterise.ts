import { drawArtwork, drawAvatar, drawFace, type ArtworkRequest } from '@yunmu/artwork'
import sharp from 'sharp'
import { rgbaToThumbHash } from 'thumbhash'
import type { ArtworkMetadata } from '../media-needs.ts'
import type { PersonUrl } from './picture-url.ts'

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

/** Width and height of drawn faces: twice the largest size that pages show. */
export const faceWidth = 192

/** Draws a person. The lowest bit of the seed says whether the hair is long. */
export function drawPerson({ kind, seed }: PersonUrl, width: number): Promise<Buffer> {
  const person = seed % 2 === 1 ? 'long' : 'short'
  if (kind === 'person') return rasterise({ seed: `person ${seed}`, shape: 'backdrop', kind: 'face', person }, width)
  const svg = kind === 'face' ? drawFace(`person ${seed}`, person) : drawAvatar(`viewer ${seed}`)
  return sharp(Buffer.from(svg)).resize({ width }).webp({ quality }).toBuffer()
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
