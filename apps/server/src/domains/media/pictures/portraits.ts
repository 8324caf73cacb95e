import { randomBytes } from 'node:crypto'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import sharp from 'sharp'
import { portraitFile, removeUnreferencedPictures } from '../media-files.ts'
import { isSupportedImage } from '../../../platform/http/image-format.ts'

const sidePx = 256
const quality = 82
/** Browsers send small pictures; one that decodes to more pixels than this is refused. */
const maxPixels = 4096 * 4096

const urlOf = (name: string): string => `/media/portraits/${name}.webp`
const urlPattern = /^\/media\/portraits\/([A-Za-z0-9_-]{22})\.webp$/

/** The name in the address of a portrait; null for anything else. */
export const parsePortraitUrl = (path: string): string | null => urlPattern.exec(path)?.[1] ?? null

/** Portraits of users, under names that cannot be guessed. Each file is written once. */
export interface Portraits {
  /** Stores a JPEG, PNG or WebP, cropped to a small square, without metadata. Null if the bytes are not a picture. */
  store(bytes: Buffer): Promise<string | null>
  remove(urlPattern: string): Promise<void>
  /** Removes unused files that are older than `beforeMs` (Unix milliseconds), e.g. those of a killed process. */
  sweep(beforeMs: number): Promise<void>
}

export interface PortraitsNeeds {
  dataDir: string
  /** Addresses of portraits that accounts use. */
  usedUrls: () => Promise<string[]>
  /** Called after the files were removed, so that caches elsewhere are cleared too. */
  onRemoved: (names: string[]) => void
}

export function createPortraits({ dataDir, usedUrls, onRemoved }: PortraitsNeeds): Portraits {
  return {
    async store(bytes) {
      if (!isSupportedImage(bytes)) return null
      const portrait = await toPortrait(bytes)
      if (portrait === null) return null
      const name = randomBytes(16).toString('base64url')
      const path = join(dataDir, portraitFile(name))
      await mkdir(dirname(path), { recursive: true })
      await writeFile(path, portrait, { flag: 'wx' })
      return urlOf(name)
    },
    async remove(url) {
      const name = parsePortraitUrl(url)
      if (name === null) return
      await rm(join(dataDir, portraitFile(name)), { force: true })
      onRemoved([name])
    },
    async sweep(beforeMs) {
      const named = new Set((await usedUrls()).map((one) => parsePortraitUrl(one) ?? ''))
      const removed = await removeUnreferencedPictures(dataDir, 'portraits', { referenced: named, beforeMs })
      if (removed.length > 0) onRemoved(removed)
    },
  }
}

/** Null if the bytes are broken or decode to too many pixels. */
async function toPortrait(bytes: Buffer): Promise<Buffer | null> {
  try {
    return await sharp(bytes, { limitInputPixels: maxPixels, failOn: 'error' })
      .autoOrient()
      .resize({ width: sidePx, height: sidePx, fit: 'cover' })
      .webp({ quality })
      .toBuffer()
  } catch {
    return null
  }
}
