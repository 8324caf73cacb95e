import { totalCap } from '@yunmu/contract'
import { normaliseTitle } from '@yunmu/zh'
import type { DomainModule } from '../../platform/domain-module.ts'
import { mountIndexSearchHotKeywords } from './calls/index-search-hot-keywords.ts'
import { mountIndexSearchKeywords } from './calls/index-search-keywords.ts'
import { mountIndexSearch } from './calls/index-search.ts'
import { mountSearchCount } from './calls/search-count.ts'
import { isFuzzy } from './engine/match-ranks.ts'
import { createResults } from './results/results.ts'
import { createSearchCounter } from './hot/search-counter.ts'
import { hotWordsChanged } from './search-events.ts'
import type { SearchNeeds, SearchPlatform } from './search-needs.ts'
import { createSearchStore } from './search-store.ts'
import { createStationIndex } from './station-index.ts'
import type { SearchTables } from './search-tables.ts'

/** Search of titles, suggestions, and hot keywords. */
export interface Search {
  /** Loads the search index; the first search waits for it. */
  load(): Promise<void>
  /** Ids of the titles that a query finds without assuming an error, the most relevant first, whoever asks. */
  idsOf(query: string): Promise<readonly number[]>
  /** Stores the counted searches that are buffered. */
  flush(): Promise<void>
  /** Deletes counted searches that are too old to matter. */
  deleteOld(): Promise<void>
  readonly module: DomainModule
  /** Words that are never shown as hot keywords, in either script. */
  hot: {
    block(word: string): Promise<void>
    /** Returns false if the word was not blocked. */
    allow(word: string): Promise<boolean>
    blocked(): Promise<string[]>
  }
}

export function createSearch(platform: SearchPlatform, needs: SearchNeeds): Search {
  const { clock, events } = platform
  const { subjects, titles } = needs
  const parts = { ...platform, ...needs }
  const store = createSearchStore(platform.db.withTables<SearchTables>())
  const index = createStationIndex(parts)
  const counter = createSearchCounter({ store, clock })
  const results = createResults(index, titles)
  const flush = (): Promise<void> => counter.flush()
  const deleteOld = (): Promise<void> => store.deleteOld(clock.nowMs())
  return {
    load: () => index.load(),
    async idsOf(query) {
      const { best, ids } = await index.find({ query, limit: totalCap, selection: 'all' })
      return best === null || isFuzzy(best.rank) ? [] : ids
    },
    flush,
    deleteOld,
    module: {
      name: 'search',
      warmUp: () => index.load(),
      calls(registry) {
        const otherDomains = { live: subjects.search('live'), match: subjects.search('match') }
        const resultCaching = {
          cachedUntil: [titles.categoriesChanged, ...otherDomains.live.changed, ...otherDomains.match.changed],
          refreshedBy: [titles.changed, titles.rated],
        }
        const parts = { results, counter, store, titles, otherDomains, resultCaching }
        mountIndexSearch(registry, parts)
        mountIndexSearchKeywords(registry, parts)
        mountIndexSearchHotKeywords(registry, parts)
        mountSearchCount(registry, parts)
      },
      schedules: [{ name: 'search.deleteOld', everyMinutes: 24 * 60, run: deleteOld }],
      timers: [{ name: 'search.flush', everyMs: 10_000, run: flush, runsAtClose: true }],
      close: () => index.close(),
    },
    hot: {
      async block(word) {
        await store.block(normaliseTitle(word))
        events.announce(hotWordsChanged, {})
      },
      async allow(word) {
        const wasBlocked = await store.allow(normaliseTitle(word))
        if (wasBlocked) events.announce(hotWordsChanged, {})
        return wasBlocked
      },
      blocked: () => store.blocked(),
    },
  }
}
export type { SearchNeeds }
