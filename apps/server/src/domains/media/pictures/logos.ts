import { logoFile, removeUnreferencedPictures } from '../media-files.ts'
import { storeHashedPicture } from './hashed-picture.ts'

const sidePx = 256

const urlPattern = /^\/media\/logos\/([A-Za-z0-9_-]{22})\.webp$/

/** The name in the address of a logo; null for anything else. */
export const parseLogoUrl = (path: string): string | null => urlPattern.exec(path)?.[1] ?? null

/** Stores a picture as a logo. Returns its address; null if the bytes are not a picture. */
export async function storeLogo(dataDir: string, bytes: Buffer): Promise<string | null> {
  const name = await storeHashedPicture(dataDir, bytes, { sidePx, fileOf: logoFile })
  return name === null ? null : `/media/logos/${name}.webp`
}

/** Removes logos that are not in `usedUrls` and are older than `beforeMs` (Unix milliseconds). */
export async function sweepLogos(dataDir: string, usedUrls: readonly string[], beforeMs: number): Promise<void> {
  const usedNames = new Set(usedUrls.map((one) => parseLogoUrl(one) ?? ''))
  await removeUnreferencedPictures(dataDir, 'logos', { referenced: usedNames, beforeMs })
}
