import { LRUCache } from 'lru-cache'
import { open, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { FoundFile } from '../../../platform/http/file-reply.ts'
import { errorCode } from '../../../platform/process/error-code.ts'

/** Larger files are streamed from disk: one of them would evict the segments of a whole film. */
const maxCachedFileBytes = 32 * 1024 * 1024

/** Caches whole files in memory up to a total size, least recently used evicted first. */
export interface FileCache {
  /** @param path relative to the folder; its parts are already validated */
  read(path: string): Promise<FoundFile>
  /** Like `read` for callers that need only the size: reads nothing from disk. */
  stat(path: string): Promise<FoundFile>
  /** Evicts a file, or every file below a folder. A read in progress still answers its callers but is not cached. */
  invalidate(below: string): void
}

export function createFileCache({ folder, maxBytes }: { folder: string; maxBytes: number }): FileCache {
  const cache = new LRUCache<string, Buffer>({
    maxSize: Math.max(1, maxBytes),
    sizeCalculation: ({ length }) => length || 1,
  })
  const inFlight = new Map<string, Promise<FoundFile>>()

  const load = (path: string): Promise<FoundFile> => {
    const pending = inFlight.get(path)
    if (pending) return pending
    const promise = readFileAt(join(folder, path))
      .then((found) => {
        if (found && 'bytes' in found && inFlight.get(path) === promise) cache.set(path, found.bytes)
        return found
      })
      .finally(() => {
        if (inFlight.get(path) === promise) inFlight.delete(path)
      })
    inFlight.set(path, promise)
    return promise
  }

  return {
    async read(path) {
      const bytes = cache.get(path)
      return bytes ? { bytes } : load(path)
    },
    async stat(path) {
      const bytes = cache.get(path)
      return bytes ? { bytes } : statFile(join(folder, path))
    },
    invalidate(below) {
      const prefix = `${below}/`
      for (const map of [cache, inFlight]) {
        for (const path of map.keys()) if (path === below || path.startsWith(prefix)) map.delete(path)
      }
    },
  }
}

/** Error codes of a missing file, or of a folder in its place. */
const missingCodes = new Set(['ENOENT', 'ENOTDIR', 'EISDIR'])

async function nullIfMissing(work: () => Promise<FoundFile>): Promise<FoundFile> {
  try {
    return await work()
  } catch (err) {
    if (missingCodes.has(errorCode(err) ?? '')) return null
    throw err
  }
}

const statFile = (path: string): Promise<FoundFile> =>
  nullIfMissing(async () => {
    const status = await stat(path)
    return status.isFile() ? { path, size: status.size } : null
  })

/** One allocation and one read for the whole file: fs.readFile reads in chunks. */
const readFileAt = (path: string): Promise<FoundFile> =>
  nullIfMissing(async () => {
    const file = await open(path)
    try {
      const status = await file.stat()
      if (!status.isFile()) return null
      if (status.size > maxCachedFileBytes) return { path, size: status.size }
      const bytes = Buffer.allocUnsafeSlow(status.size)
      let filled = 0
      while (filled < bytes.length) {
        const { bytesRead } = await file.read(bytes, filled, bytes.length - filled)
        if (bytesRead === 0) break
        filled += bytesRead
      }
      return { bytes: filled === bytes.length ? bytes : bytes.subarray(0, filled) }
    } finally {
      await file.close()
    }
  })
