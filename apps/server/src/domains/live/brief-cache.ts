import { LRUCache } from 'lru-cache'

/** What keeping an entry costs besides its text. */
const entryBytes = 500

export interface BriefCacheOptions<Value> {
  nowMs: () => number
  /** In bytes. */
  sizeOf: (value: Value) => number
  /** How long a thing is kept; default a second. */
  keptMs?: number
  /** Of all that is kept; default 32 MB. */
  mostBytes?: number
}

/**
 * What everybody asks for at once is made once, and again after a moment. A failure is not kept. `admit` is asked before
 * something is made for somebody, and may refuse them.
 */
export type BriefCache<Value> = (key: string, make: () => Promise<Value>, admit?: () => Promise<void>) => Promise<Value>

export function createBriefCache<Value>(options: BriefCacheOptions<Value>): BriefCache<Value> {
  const { nowMs, sizeOf, keptMs = 1000, mostBytes = 32 * 1024 * 1024 } = options
  const kept = new LRUCache<string, { atMs: number; value: Value }>({
    maxSize: mostBytes,
    sizeCalculation: ({ value }) => entryBytes + sizeOf(value),
  })
  const making = new Map<string, Promise<Value>>()
  const find = (key: string): Value | Promise<Value> | undefined => {
    const before = kept.get(key)
    return before && Math.abs(nowMs() - before.atMs) < keptMs ? before.value : making.get(key)
  }
  const begin = async (key: string, make: () => Promise<Value>): Promise<Value> => {
    try {
      const value = await make()
      kept.set(key, { atMs: nowMs(), value })
      return value
    } finally {
      making.delete(key)
    }
  }
  return async (key, make, admit) => {
    const found = find(key)
    if (found !== undefined) return found
    if (admit) {
      await admit()
      const meanwhile = find(key)
      if (meanwhile !== undefined) return meanwhile
    }
    const begun = begin(key, make)
    making.set(key, begun)
    return begun
  }
}
