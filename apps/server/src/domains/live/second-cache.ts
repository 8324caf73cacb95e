import { LRUCache } from 'lru-cache'

const keptMs = 1000
const mostKept = 2000

/** What everybody asks for at once is made once, and again after a second. A failure is not kept. */
export function createSecondCache<Value>(
  nowMs: () => number,
): (key: string, make: () => Promise<Value>) => Promise<Value> {
  const kept = new LRUCache<string, { atMs: number; made: Promise<Value>; done: boolean }>({ max: mostKept })
  return async (key, make) => {
    const before = kept.get(key)
    if (before && (!before.done || Math.abs(nowMs() - before.atMs) < keptMs)) return before.made
    const entry = { atMs: nowMs(), made: make(), done: false }
    kept.set(key, entry)
    try {
      return await entry.made
    } catch (err) {
      if (kept.get(key) === entry) kept.delete(key)
      throw err
    } finally {
      Object.assign(entry, { atMs: nowMs(), done: true })
    }
  }
}
