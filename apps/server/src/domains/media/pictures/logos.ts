import { createHash } from 'node:crypto'
import { mkdir, utimes, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import sharp from 'sharp'
import { errorCode } from '../../../platform/process/error-code.ts'
import { logoFile, removeUnnamedPictures } from '../media-files.ts'
import { isPicture } from './picture-bytes.ts'

const sidePx = 256
const quality = 82
const mostPixels = 4096 * 4096

const address = /^\/media\/logos\/([A-Za-z0-9_-]{22})\.webp$/

/** The name in the address of a logo; null for anything else. */
export const readLogoAddress = (path: string): string | null => address.exec(path)?.[1] ?? null

/**
 * Keeps a JPEG, PNG or WebP from outside as a logo: whole, on nothing, at most 256 pixels wide and high, without what was
 * written beside it. Returns its address: the same picture has the same one. Null for what is no picture.
 */
export async function keepLogo(dataDir: string, bytes: Buffer): Promise<string | null> {
  if (!isPicture(bytes)) return null
  const logo = await smallOf(bytes)
  if (logo === null) return null
  const name = createHash('sha256').update(logo).digest('base64url').slice(0, 22)
  const path = join(dataDir, logoFile(name))
  await mkdir(dirname(path), { recursive: true })
  try {
    await writeFile(path, logo, { flag: 'wx' })
  } catch (err) {
    if (errorCode(err) !== 'EEXIST') throw err
    // It may be an old one that nobody shows, and is about to be swept.
    const now = new Date()
    await utimes(path, now, now)
  }
  return `/media/logos/${name}.webp`
}

/** Removes logos that no channel shows and that are older than that, Unix milliseconds. `shown` are addresses. */
export async function sweepLogos(dataDir: string, shown: readonly string[], beforeMs: number): Promise<void> {
  const named = new Set(shown.map((one) => readLogoAddress(one) ?? ''))
  await removeUnnamedPictures(dataDir, 'logos', { named, beforeMs })
}

/** Null where the bytes are broken, or unfold to too much. */
async function smallOf(bytes: Buffer): Promise<Buffer | null> {
  try {
    return await sharp(bytes, { limitInputPixels: mostPixels, failOn: 'error' })
      .resize({ width: sidePx, height: sidePx, fit: 'inside', withoutEnlargement: true })
      .webp({ quality })
      .toBuffer()
  } catch {
    return null
  }
}
