import { posterFile, removeUnreferencedPictures } from '../media-files.ts'
import { storeHashedPicture } from './hashed-picture.ts'

/** No page shows a larger one. */
const sidePx = 1440

const urlPattern = /^\/media\/posters\/([A-Za-z0-9_-]{22})\.webp$/

/** The name in the address of a poster from outside; null for anything else. */
export const parsePosterUrl = (path: string): string | null => urlPattern.exec(path)?.[1] ?? null

/** Stores a picture as a title's poster. Returns its address; null if the bytes are not a picture. */
export async function storePoster(dataDir: string, bytes: Buffer): Promise<string | null> {
  const name = await storeHashedPicture(dataDir, bytes, { sidePx, fileOf: posterFile })
  return name === null ? null : `/media/posters/${name}.webp`
}

/** Removes posters that are not in `usedUrls` and are older than `beforeMs` (Unix milliseconds), in all widths. */
export async function sweepPosters(dataDir: string, usedUrls: readonly string[], beforeMs: number): Promise<void> {
  const referenced = new Set(usedUrls.map((one) => parsePosterUrl(one) ?? ''))
  await removeUnreferencedPictures(dataDir, 'posters', { referenced, beforeMs })
  await removeUnreferencedPictures(dataDir, 'posters/sized', { referenced, beforeMs })
}
