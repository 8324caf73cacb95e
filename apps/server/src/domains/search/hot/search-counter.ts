import type { Clock } from '../../../platform/process/clock.ts'
import type { CountedSearch, SearchStore } from '../search-store.ts'

/** Buffered searches. Further ones are dropped: they come from a flood. */
const maxBuffered = 10_000

/** Buffers searches and stores them in batches. */
export interface SearchCounter {
  add(search: CountedSearch): void
  /** Stores the buffered searches. After a failure they stay in the buffer. */
  flush(): Promise<void>
}

export function createSearchCounter({
  store,
  clock,
}: {
  store: Pick<SearchStore, 'count'>
  clock: Clock
}): SearchCounter {
  let buffered = new Map<string, CountedSearch>()
  return {
    add(search) {
      if (buffered.size < maxBuffered) buffered.set(`${search.network} ${search.word}`, search)
    },
    async flush() {
      const batch = buffered
      if (batch.size === 0) return
      buffered = new Map()
      try {
        await store.count([...batch.values()], clock.nowMs())
      } catch (err) {
        buffered = new Map([...batch, ...buffered])
        throw err
      }
    },
  }
}
