import { LRUCache } from 'lru-cache'
import { createHash } from 'node:crypto'
import type { Clock } from '../process/clock.ts'
import { RefusalError } from '../http/refusal-error.ts'

/** A file as it is sent. */
export interface CachedFile {
  bytes: Buffer
  /** With its quotation marks (RFC 9110, 8.8.3). */
  etag: string
  /** When these bytes were first built in this process. */
  modifiedMs: number
}

export interface GeneratedFileCache {
  /** Whether the file is cached and need not be built. */
  hasFresh(key: string): boolean
  /** The cached file of a key, built if it is missing or stale. Null if `build` returns null. */
  get(key: string, build: () => Promise<Buffer | null>): Promise<CachedFile | null>
  /** Marks the files of matching keys as stale. */
  invalidate(matches: (key: string) => boolean): void
}

interface Entry {
  file: CachedFile
  builtMs: number
  isStale: boolean
}

/** A stale file may be served this long: what they show changes all the time, and crawlers and players tolerate it. */
const maxStaleMs = 60_000
/** Maximum age of a file, also without events. */
const maxAgeMs = 60 * 60_000
/** Further requests are refused. */
const maxPending = 32

const etagOf = (bytes: Buffer): string => `"${createHash('sha1').update(bytes).digest('base64url')}"`

/** Caches files that many request. Each file is built once for concurrent requests, one file at a time. */
export function createGeneratedFileCache({ clock, maxBytes }: { clock: Clock; maxBytes: number }): GeneratedFileCache {
  const cache = new LRUCache<string, Entry>({
    maxSize: maxBytes,
    sizeCalculation: ({ file }, key) => file.bytes.length + key.length + 200,
  })
  const pending = new Map<string, Promise<CachedFile | null>>()
  /** Keys that were invalidated during their build. */
  const invalidatedWhilePending = new Set<string>()
  let lastBuild: Promise<unknown> = Promise.resolve()

  const buildNow = async (key: string, build: () => Promise<Buffer | null>): Promise<CachedFile | null> => {
    invalidatedWhilePending.delete(key)
    const bytes = await build()
    if (!bytes) {
      cache.delete(key)
      return null
    }
    const [etag, builtMs] = [etagOf(bytes), clock.nowMs()]
    const before = cache.peek(key)?.file
    const file = before?.etag === etag ? before : { bytes, etag, modifiedMs: builtMs }
    cache.set(key, { file, builtMs, isStale: invalidatedWhilePending.has(key) })
    return file
  }

  const enqueue = (key: string, build: () => Promise<Buffer | null>): Promise<CachedFile | null> => {
    if (pending.size >= maxPending) throw new RefusalError('Overloaded')
    const built = lastBuild
      .then(() => buildNow(key, build))
      .finally(() => {
        pending.delete(key)
        invalidatedWhilePending.delete(key)
      })
    pending.set(key, built)
    lastBuild = built.catch(() => undefined)
    return built
  }

  const freshFile = (key: string): CachedFile | null => {
    const found = cache.get(key)
    const ageMs = found ? clock.nowMs() - found.builtMs : 0
    return found && ageMs < (found.isStale ? maxStaleMs : maxAgeMs) ? found.file : null
  }

  return {
    hasFresh: (key) => freshFile(key) !== null,
    get: async (key, build) => freshFile(key) ?? pending.get(key) ?? enqueue(key, build),
    invalidate(matches) {
      for (const [key, entry] of cache.entries()) if (matches(key)) entry.isStale = true
      for (const key of pending.keys()) if (matches(key)) invalidatedWhilePending.add(key)
    },
  }
}
