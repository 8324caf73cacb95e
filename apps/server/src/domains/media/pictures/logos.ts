import { createHash } from 'node:crypto'
import { mkdir, utimes, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import sharp from 'sharp'
import { errorCode } from '../../../platform/process/error-code.ts'
import { logoFile, removeUnreferencedPictures } from '../media-files.ts'
import { isSupportedImage } from '../../../platform/http/image-format.ts'

const sidePx = 256
const quality = 82
const maxPixels = 4096 * 4096

const urlPattern = /^\/media\/logos\/([A-Za-z0-9_-]{22})\.webp$/

/** The name in the address of a logo; null for anything else. */
export const parseLogoUrl = (path: string): string | null => urlPattern.exec(path)?.[1] ?? null

/**
 * Stores a JPEG, PNG or WebP as a logo: scaled down to fit into 256 × 256 pixels, uncropped, with its transparency,
 * without metadata. Returns its address, which is the same for the same picture. Null if the bytes are not a picture.
 */
export async function storeLogo(dataDir: string, bytes: Buffer): Promise<string | null> {
  if (!isSupportedImage(bytes)) return null
  const logo = await toLogo(bytes)
  if (logo === null) return null
  const name = createHash('sha256').update(logo).digest('base64url').slice(0, 22)
  const path = join(dataDir, logoFile(name))
  await mkdir(dirname(path), { recursive: true })
  try {
    await writeFile(path, logo, { flag: 'wx' })
  } catch (err) {
    if (errorCode(err) !== 'EEXIST') throw err
    // The file may exist, unused, and be about to be swept.
    const now = new Date()
    await utimes(path, now, now)
  }
  return `/media/logos/${name}.webp`
}

/** Removes logos that are not in `usedUrls` and are older than `beforeMs` (Unix milliseconds). */
export async function sweepLogos(dataDir: string, usedUrls: readonly string[], beforeMs: number): Promise<void> {
  const usedNames = new Set(usedUrls.map((one) => parseLogoUrl(one) ?? ''))
  await removeUnreferencedPictures(dataDir, 'logos', { referenced: usedNames, beforeMs })
}

/** Null if the bytes are broken or decode to too many pixels. */
async function toLogo(bytes: Buffer): Promise<Buffer | null> {
  try {
    return await sharp(bytes, { limitInputPixels: maxPixels, failOn: 'error' })
      .resize({ width: sidePx, height: sidePx, fit: 'inside', withoutEnlargement: true })
      .webp({ quality })
      .toBuffer()
  } catch {
    return null
  }
}
