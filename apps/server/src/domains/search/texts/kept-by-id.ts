import { LRUCache } from 'lru-cache'

/** What was read of titles, kept in memory while it holds: searches find the same few thousand of a million. */
export interface KeptById<Value> {
  /** What there is of these ids, in their order; what is not kept is loaded in one go. */
  get(ids: readonly number[], load: (ids: number[]) => Promise<readonly Value[]>): Promise<Value[]>
  /** Forgets these ids, or everything. What is being loaded is given to those who wait for it, but not kept. */
  drop(ids: readonly number[] | null): void
}

export function keepById<Value extends { id: number }>(options: { most: number; maxAgeMs: number }): KeptById<Value> {
  const kept = new LRUCache<number, Value>({ max: options.most, ttl: options.maxAgeMs })
  let drops = 0
  return {
    async get(ids, load) {
      const found = new Map<number, Value>()
      for (const id of ids) {
        const value = kept.get(id)
        if (value) found.set(id, value)
      }
      const missing = ids.filter((id) => !found.has(id))
      if (missing.length > 0) {
        const before = drops
        for (const value of await load(missing)) {
          found.set(value.id, value)
          if (drops === before) kept.set(value.id, value)
        }
      }
      return ids.map((id) => found.get(id)).filter((value) => value !== undefined)
    },
    drop(ids) {
      drops++
      if (ids === null) kept.clear()
      else for (const id of ids) kept.delete(id)
    },
  }
}
