import { randomBytes } from 'node:crypto'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import sharp from 'sharp'
import { portraitFile, removeUnnamedPictures } from '../media-files.ts'
import { isPicture } from './picture-bytes.ts'

const sidePx = 256
const quality = 82
/** A browser sends a small one; a file that unfolds to more than this is no portrait. */
const mostPixels = 4096 * 4096

const addressOf = (name: string): string => `/media/portraits/${name}.webp`
const address = /^\/media\/portraits\/([A-Za-z0-9_-]{22})\.webp$/

/** The name in the address of a portrait; null for anything else. */
export const readPortraitAddress = (path: string): string | null => address.exec(path)?.[1] ?? null

/** Pictures of people, under names that nobody can guess. Each is written once. */
export interface Portraits {
  /** Keeps a JPEG, PNG or WebP square and small, without what a camera wrote beside it. Null where it is none. */
  store(bytes: Buffer): Promise<string | null>
  remove(address: string): Promise<void>
  /** Removes files older than that, Unix milliseconds, that nobody shows: what a process that was killed left behind. */
  sweep(beforeMs: number): Promise<void>
}

export interface PortraitsNeeds {
  dataDir: string
  /** Addresses of those that somebody shows. */
  shown: () => Promise<string[]>
  /** Told once the files are gone: what is kept of them elsewhere must go too. */
  onRemoved: (names: string[]) => void
}

export function createPortraits({ dataDir, shown, onRemoved }: PortraitsNeeds): Portraits {
  return {
    async store(bytes) {
      if (!isPicture(bytes)) return null
      const portrait = await squareOf(bytes)
      if (portrait === null) return null
      const name = randomBytes(16).toString('base64url')
      const path = join(dataDir, portraitFile(name))
      await mkdir(dirname(path), { recursive: true })
      await writeFile(path, portrait, { flag: 'wx' })
      return addressOf(name)
    },
    async remove(given) {
      const name = readPortraitAddress(given)
      if (name === null) return
      await rm(join(dataDir, portraitFile(name)), { force: true })
      onRemoved([name])
    },
    async sweep(beforeMs) {
      const named = new Set((await shown()).map((one) => readPortraitAddress(one) ?? ''))
      const removed = await removeUnnamedPictures(dataDir, 'portraits', { named, beforeMs })
      if (removed.length > 0) onRemoved(removed)
    },
  }
}

/** Null where the bytes are broken, or unfold to too much. */
async function squareOf(bytes: Buffer): Promise<Buffer | null> {
  try {
    return await sharp(bytes, { limitInputPixels: mostPixels, failOn: 'error' })
      .autoOrient()
      .resize({ width: sidePx, height: sidePx, fit: 'cover' })
      .webp({ quality })
      .toBuffer()
  } catch {
    return null
  }
}
