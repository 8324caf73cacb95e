import { randomBytes } from 'node:crypto'
import { mkdir, readdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { errorCode } from '../../../platform/process/error-code.ts'
import type { FileCache } from './file-cache.ts'
import { cachedForever, refusal, type MediaReply } from './media-reply.ts'

/** Videos of advertisements, below `<data>/ads`, named by hashes. */
export interface AdVideos {
  /** Stores an MP4 or WebM; false if the bytes are neither, or there are too many videos. */
  store(name: string, bytes: Buffer): Promise<boolean>
  /** The address of a stored video, relative to our origin; null if there is none. */
  urlOf(name: string): Promise<string | null>
  /** Removes videos that are not in `usedUrls` and are older than `beforeMs` (Unix milliseconds). */
  sweep(usedUrls: readonly string[], beforeMs: number): Promise<void>
}

/** Ad servers name the videos of their documents: their number must not fill the disk. */
const maxVideos = 200

const types = { mp4: 'video/mp4', webm: 'video/webm' } as const
type Extension = keyof typeof types

const urlPattern = /^\/media\/ads\/([A-Za-z0-9_-]{22}\.(mp4|webm))$/
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

export function createAdVideos(dataDir: string): AdVideos {
  const folder = join(dataDir, 'ads')
  const urlOf = async (name: string): Promise<string | null> => {
    for (const extension of Object.keys(types)) {
      const file = `${name}.${extension}`
      if (await stat(join(folder, file)).catch(() => null)) return `/media/ads/${file}`
    }
    return null
  }
  return {
    urlOf,
    async store(name, bytes) {
      const extension = extensionOf(bytes)
      if (extension === null) return false
      if ((await namesIn(folder)).length >= maxVideos) return false
      await mkdir(folder, { recursive: true })
      const draft = join(folder, `${name}.${randomBytes(4).toString('hex')}.part`)
      await writeFile(draft, bytes)
      await rename(draft, join(folder, `${name}.${extension}`))
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
