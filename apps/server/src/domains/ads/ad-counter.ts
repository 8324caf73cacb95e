import type { Clock } from '../../platform/process/clock.ts'
import type { AdUse, AdUsesStore } from './ad-uses-store.ts'

/** Buffers impressions and clicks in memory and writes them in batches, to bound the number of writes. */
export interface AdCounter {
  /** False if the same is buffered already. */
  add(use: AdUse): boolean
  /** How often a visitor has seen advertisements, of what is not written yet. */
  pendingShows(visitor: string): Map<number, number>
  /** Writes what is buffered. After a failure it stays buffered until the next call. */
  flush(): Promise<void>
}

type Counted = Awaited<ReturnType<AdUsesStore['count']>>

export function createAdCounter(options: {
  store: Pick<AdUsesStore, 'count'>
  clock: Clock
  /** Called after a batch was written. */
  onCounted: (counted: Counted) => Promise<void>
}): AdCounter {
  let pending = new Map<string, AdUse>()
  return {
    add(use) {
      const key = `${use.nonce} ${use.event} ${use.holder}`
      if (pending.has(key)) return false
      pending.set(key, use)
      return true
    },
    pendingShows(visitor) {
      const shows = new Map<number, number>()
      for (const use of pending.values())
        if (use.visitor === visitor && use.event === 'show') shows.set(use.adId, (shows.get(use.adId) ?? 0) + 1)
      return shows
    },
    async flush() {
      const batch = pending
      if (batch.size === 0) return
      pending = new Map()
      let counted: Counted
      try {
        counted = await options.store.count([...batch.values()], options.clock.nowMs())
      } catch (err) {
        pending = new Map([...batch, ...pending])
        throw err
      }
      if (counted.length > 0) await options.onCounted(counted)
    },
  }
}
