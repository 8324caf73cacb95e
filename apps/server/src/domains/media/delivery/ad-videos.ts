import { randomBytes } from 'node:crypto'
import { mkdir, readdir, rename, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { errorCode } from '../../../platform/process/error-code.ts'
import type { FileCache } from './file-cache.ts'
import { cachedForever, refusal, type MediaReply } from '../../../platform/http/file-reply.ts'

/**
 * Videos of advertisements, below `<data>/ads`, named by hashes. Those that an ad server named begin with the id of their
 * advertisement and a dot.
 */
export interface AdVideos {
  /**
   * Stores an MP4 or WebM; false if the bytes are neither. If an ad server has named too many for an advertisement, the one
   * that was not used for longest is removed.
   */
  store(name: string, bytes: Buffer): Promise<boolean>
  /** The address of a stored video, relative to our origin; null if there is none. Remembers the use. */
  urlOf(name: string): Promise<string | null>
  /** Removes videos that are not in `usedUrls` and are older than `beforeMs` (Unix milliseconds). */
  sweep(usedUrls: readonly string[], beforeMs: number): Promise<void>
}

/** Ad servers may name another video for each viewer: their number must not fill the disk. */
const maxVideosPerAd = 10
/** Uses are remembered no more often than this. */
const useMs = 3600 * 1000

const types = { mp4: 'video/mp4', webm: 'video/webm' } as const
type Extension = keyof typeof types

const urlPattern = /^\/media\/ads\/((?:\d{1,10}\.)?[A-Za-z0-9_-]{22}\.(mp4|webm))$/
const isExtension = (text: string | undefined): text is Extension => text === 'mp4' || text === 'webm'

/** By the first bytes: `ftyp` (ISO 14496-12, 4.3) or the header of EBML (RFC 8794, 11.2.1). */
function extensionOf(bytes: Buffer): Extension | null {
  if (bytes.subarray(4, 8).toString('latin1') === 'ftyp') return 'mp4'
  return bytes.subarray(0, 4).toString('hex') === '1a45dfa3' ? 'webm' : null
}

async function namesIn(folder: string): Promise<string[]> {
  try {
    return await readdir(folder)
  } catch (err) {
    if (errorCode(err) === 'ENOENT') return []
    throw err
  }
}

/** Keeps the number of videos that an ad server named for the advertisement of this one. */
async function removeUnused(folder: string, name: string): Promise<void> {
  const [ad] = /^\d+\./.exec(name) ?? []
  if (ad === undefined) return
  const files = (await namesIn(folder)).filter((file) => file.startsWith(ad) && !file.endsWith('.part'))
  const used = await Promise.all(
    files.map(async (file) => {
      const { mtimeMs } = await stat(join(folder, file)).catch(() => ({ mtimeMs: 0 }))
      return { file, mtimeMs }
    }),
  )
  const unused = used.toSorted((one, other) => other.mtimeMs - one.mtimeMs).slice(maxVideosPerAd)
  for (const { file } of unused) await rm(join(folder, file), { force: true })
}

export function createAdVideos(dataDir: string): AdVideos {
  const folder = join(dataDir, 'ads')
  const urlOf = async (name: string): Promise<string | null> => {
    for (const extension of Object.keys(types)) {
      const file = `${name}.${extension}`
      const found = await stat(join(folder, file)).catch(() => null)
      if (!found) continue
      const now = new Date()
      if (found.mtimeMs < now.getTime() - useMs) await utimes(join(folder, file), now, now).catch(() => undefined)
      return `/media/ads/${file}`
    }
    return null
  }
  return {
    urlOf,
    async store(name, bytes) {
      const extension = extensionOf(bytes)
      if (extension === null) return false
      await mkdir(folder, { recursive: true })
      const draft = join(folder, `${name}.${randomBytes(4).toString('hex')}.part`)
      await writeFile(draft, bytes)
      await rename(draft, join(folder, `${name}.${extension}`))
      await removeUnused(folder, name)
      return true
    },
    async sweep(usedUrls, beforeMs) {
      for (const file of await namesIn(folder)) {
        const path = join(folder, file)
        const { mtimeMs } = await stat(path).catch(() => ({ mtimeMs: Infinity }))
        if (mtimeMs < beforeMs && !usedUrls.includes(`/media/ads/${file}`)) await rm(path, { force: true })
      }
    },
  }
}

export const isAdVideoUrl = (path: string): boolean => path.startsWith('/media/ads/')

/** Answers an address of `AdVideos`. @param path raw, without the query */
export async function replyAdVideo(fileCache: FileCache, path: string, wantsBytes: boolean): Promise<MediaReply> {
  const [, file, extension] = urlPattern.exec(path) ?? []
  if (file === undefined || !isExtension(extension)) return refusal(403)
  const found = await (wantsBytes ? fileCache.read(`ads/${file}`) : fileCache.stat(`ads/${file}`))
  return found
    ? { kind: 'found', file: found, type: types[extension], cacheControl: cachedForever, etag: file }
    : refusal(404)
}
