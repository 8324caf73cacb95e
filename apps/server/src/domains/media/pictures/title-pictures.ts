import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { isSupportedImage } from '../../../platform/http/image-format.ts'
import type { AssetFiles } from '../asset-files.ts'
import { runFfmpeg } from '../ingest/ffmpeg/run-ffmpeg.ts'
import { sourceInput } from '../ingest/ffmpeg/source-input.ts'
import { inkOf } from '../ingest/pictures/frame-rules.ts'
import { posterFile } from '../media-files.ts'
import type { MediaStore } from '../media-store.ts'
import { videosOf } from '../playlist-rules.ts'
import { storeHashedPicture } from './hashed-picture.ts'
import { thumbHashOf } from './rasterise.ts'

type TitlePictureKind = 'poster' | 'backdrop' | 'logo'

/** A stored picture of a title with what pages need to know of it. */
type TitlePicture =
  | { kind: 'poster'; poster: string; thumb: string }
  | { kind: 'backdrop'; backdrop: string; focus: number; ink: string }
  | { kind: 'logo'; logo: string }

/** The pictures that an operator chooses for a title. */
export interface TitlePictures {
  /** Stores a picture, cut to the shape that pages show; a logo uncut, with its transparency. Null: no picture. */
  store(kind: TitlePictureKind, bytes: Buffer): Promise<TitlePicture | null>
  /** The frame of an asset at a second, as PNG; null if there is no such second. */
  frame(assetId: number, atSec: number): Promise<Buffer | null>
}

const shapes = { poster: { width: 600, height: 900 }, backdrop: { width: 1600, height: 900 } } as const
const longestSidePx = 1600
const logoSidePx = 800
const maxPixels = 8192 * 8192

/** Cuts to a shape around what draws the eye. Null for broken bytes. */
async function cut(bytes: Buffer, shape: keyof typeof shapes): Promise<{ picture: Buffer; focus: number } | null> {
  try {
    const { width, height } = shapes[shape]
    const { data, info } = await sharp(bytes, { limitInputPixels: maxPixels, failOn: 'error' })
      .rotate()
      .resize({ width, height, fit: 'cover', position: sharp.strategy.attention })
      .flatten({ background: '#000' })
      .png()
      .toBuffer({ resolveWithObject: true })
    // sharp reports the point of attention in the scaled picture before it is cut, and by how much it was cut.
    const attention = (info.attentionX ?? width / 2) + (info.cropOffsetLeft ?? 0)
    return { picture: data, focus: Math.round((Math.min(width, Math.max(0, attention)) / width) * 1000) / 1000 }
  } catch {
    return null
  }
}

/** Stores pictures of titles in the folder of posters from outside. */
export function createTitlePictures({
  store,
  assetFiles,
  dataDir,
}: {
  store: Pick<MediaStore, 'film'>
  assetFiles: Pick<AssetFiles, 'pathOf'>
  dataDir: string
}): TitlePictures {
  const save = async (bytes: Buffer, sidePx: number): Promise<string | null> => {
    const name = await storeHashedPicture(dataDir, bytes, { sidePx, fileOf: posterFile })
    return name === null ? null : `/media/posters/${name}.webp`
  }
  return {
    async store(kind, bytes) {
      if (!isSupportedImage(bytes)) return null
      if (kind === 'logo') {
        const logo = await save(bytes, logoSidePx)
        return logo === null ? null : { kind, logo }
      }
      const found = await cut(bytes, kind)
      const address = found && (await save(found.picture, longestSidePx))
      if (!found || address === null) return null
      if (kind === 'poster') return { kind, poster: address, thumb: await thumbHashOf(found.picture) }
      const { channels } = await sharp(found.picture).stats()
      const [red = 0, green = 0, blue = 0] = channels.map(({ mean }) => mean)
      return { kind, backdrop: address, focus: found.focus, ink: inkOf([red, green, blue]) }
    },

    async frame(assetId, atSec) {
      const film = await store.film(assetId)
      const [best] = film ? videosOf(film.renditions).toSorted((one, other) => other.height - one.height) : []
      if (!film || !best) return null
      const scope = { assetId, version: film.version, tier: 'vip' as const, previewMs: null }
      let startMs = 0
      const segment = film.segmentsOf(best).find(({ durationMs }) => {
        if (atSec * 1000 < startMs + durationMs) return true
        startMs += durationMs
        return false
      })
      if (!segment) return null
      const parts: Buffer[] = []
      for (const file of [segment.init, segment.file]) {
        const path = await assetFiles.pathOf(scope, `${best.name}/${file}`)
        if (path === null) return null
        parts.push(await readFile(join(dataDir, path)))
      }
      return frameOf(Buffer.concat(parts), atSec - startMs / 1000)
    },
  }
}

/** The frame of a short film at a second. */
async function frameOf(film: Buffer, atSec: number): Promise<Buffer | null> {
  const folder = await mkdtemp(join(tmpdir(), 'yunmu-frame-'))
  try {
    const [input, output] = [join(folder, 'film.mp4'), join(folder, 'frame.png')]
    await writeFile(input, film)
    const frame = ['-map', '0:v:0', '-frames:v', '1', '-update', '1', `file:${output}`]
    const args = [...sourceInput(input), '-ss', Math.max(0, atSec).toFixed(3), ...frame]
    await runFfmpeg({ args, timeoutSec: 60 })
    return await readFile(output).catch(() => null)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
