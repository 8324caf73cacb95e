import { LRUCache } from 'lru-cache'
import { createHash } from 'node:crypto'
import type { Clock } from '../../platform/process/clock.ts'
import { RefusalError } from '../../platform/http/refusal-error.ts'

/** A file as it leaves. */
export interface CachedFile {
  bytes: Buffer
  /** With its quotation marks (RFC 9110, 8.8.3). */
  etag: string
  /** When these bytes were first made here. */
  modifiedMs: number
}

export interface FileCache {
  /** Whether the file of a key is there and need not be made. */
  hasFresh(key: string): boolean
  /** The file of a key, made where there is none or where it is outdated. Null where `make` finds that there is none. */
  get(key: string, build: () => Promise<Buffer | null>): Promise<CachedFile | null>
  /** What the keys stand for has changed. */
  invalidate(matches: (key: string) => boolean): void
}

interface Entry {
  file: CachedFile
  builtMs: number
  isStale: boolean
}

/** An outdated file is good for so long: titles change all the time, and crawlers ask for what they have. */
const maxStaleMs = 60_000
/** No file is kept for longer, whatever was heard. */
const maxAgeMs = 60 * 60_000
/** Who would have to wait behind so many is turned away. */
const maxPending = 32

const etagOf = (bytes: Buffer): string => `"${createHash('sha1').update(bytes).digest('base64url')}"`

/** Keeps what crawlers ask for again and again. Each file is made once, however many ask, and one after the other. */
export function createFileCache({ clock, maxBytes }: { clock: Clock; maxBytes: number }): FileCache {
  const cache = new LRUCache<string, Entry>({
    maxSize: maxBytes,
    sizeCalculation: ({ file }, key) => file.bytes.length + key.length + 200,
  })
  const pending = new Map<string, Promise<CachedFile | null>>()
  /** What was outdated while it was being made. */
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
