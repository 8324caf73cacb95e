import { LRUCache } from 'lru-cache'

/** Estimated overhead of an entry in addition to its value. */
const entryBytes = 500

export interface MicroCacheOptions<Value> {
  nowMs: () => number
  /** Size of a value in bytes. */
  sizeOf: (value: Value) => number
  /** Default one second. */
  ttlMs?: number
  /** Limit of the whole cache; default 32 MB. */
  maxBytes?: number
}

/**
 * Caches values for a short time and coalesces concurrent requests for a key: the value is made once. Failures are not
 * cached. `admit` is called before a value is made, and may throw to refuse.
 */
export type MicroCache<Value> = (key: string, make: () => Promise<Value>, admit?: () => Promise<void>) => Promise<Value>

export function createMicroCache<Value>(options: MicroCacheOptions<Value>): MicroCache<Value> {
  const { nowMs, sizeOf, ttlMs = 1000, maxBytes = 32 * 1024 * 1024 } = options
  const cache = new LRUCache<string, { atMs: number; value: Value }>({
    maxSize: maxBytes,
    sizeCalculation: ({ value }) => entryBytes + sizeOf(value),
  })
  const inFlight = new Map<string, Promise<Value>>()
  const find = (key: string): Value | Promise<Value> | undefined => {
    const entry = cache.get(key)
    return entry && Math.abs(nowMs() - entry.atMs) < ttlMs ? entry.value : inFlight.get(key)
  }
  const start = async (key: string, make: () => Promise<Value>): Promise<Value> => {
    try {
      const value = await make()
      cache.set(key, { atMs: nowMs(), value })
      return value
    } finally {
      inFlight.delete(key)
    }
  }
  return async (key, make, admit) => {
    const found = find(key)
    if (found !== undefined) return found
    if (admit) {
      await admit()
      const foundMeanwhile = find(key)
      if (foundMeanwhile !== undefined) return foundMeanwhile
    }
    const started = start(key, make)
    inFlight.set(key, started)
    return started
  }
}
