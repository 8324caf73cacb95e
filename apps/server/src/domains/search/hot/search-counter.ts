import type { Clock } from '../../../platform/process/clock.ts'
import type { CountedSearch, SearchStore } from '../search-store.ts'

/** Searches that wait to be written at most: what a flood brings beyond is not worth the memory. */
const mostWaiting = 10_000

/** Gathers searches in memory and writes them in batches: typing costs no write. */
export interface SearchCounter {
  add(search: CountedSearch): void
  /** Writes what waits. What could not be written waits for the next time. */
  flush(): Promise<void>
}

export function createSearchCounter({
  store,
  clock,
}: {
  store: Pick<SearchStore, 'count'>
  clock: Clock
}): SearchCounter {
  let waiting = new Map<string, CountedSearch>()
  return {
    add(search) {
      if (waiting.size < mostWaiting) waiting.set(`${search.network} ${search.word}`, search)
    },
    async flush() {
      const batch = waiting
      if (batch.size === 0) return
      waiting = new Map()
      try {
        await store.count([...batch.values()], clock.nowMs())
      } catch (err) {
        waiting = new Map([...batch, ...waiting])
        throw err
      }
    },
  }
}
