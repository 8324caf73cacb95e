import { normaliseTitle } from '@yunmu/zh'
import type { Kysely } from 'kysely'
import type { DomainModule } from '../../platform/domain-module.ts'
import { mountIndexSearchHotKeywords } from './calls/index-search-hot-keywords.ts'
import { mountIndexSearchKeywords } from './calls/index-search-keywords.ts'
import { mountIndexSearch } from './calls/index-search.ts'
import { mountSearchCount } from './calls/search-count.ts'
import { createResults } from './results/results.ts'
import { createSearchCounter } from './hot/search-counter.ts'
import { hotWordsChanged } from './search-events.ts'
import { createSearchIndex } from './search-index.ts'
import type { SearchNeeds } from './search-needs.ts'
import { createSearchStore } from './search-store.ts'
import type { SearchTables } from './search-tables.ts'
import { keepTitles } from './results/shown-titles.ts'

/** Finding titles, suggestions, and what others search for. */
export interface Search {
  /** Reads the titles into memory, in pieces beside other work; the first search waits for it. */
  load(): Promise<void>
  /** Writes the searches that wait to be counted. */
  flush(): Promise<void>
  /** Forgets searches that count no more. */
  forget(): Promise<void>
  readonly module: DomainModule
  /** What never stands among the hot keywords, in either script. */
  hot: {
    block(word: string): Promise<void>
    /** False where the word was not blocked. */
    allow(word: string): Promise<boolean>
    blocked(): Promise<string[]>
  }
}

export function createSearch(db: Kysely<SearchTables>, needs: SearchNeeds): Search {
  const { clock, events, subjects } = needs
  const titles = keepTitles(needs)
  const store = createSearchStore(db)
  const index = createSearchIndex(needs)
  const counter = createSearchCounter({ store, clock })
  const results = createResults(index, titles)
  const flush = (): Promise<void> => counter.flush()
  const forget = (): Promise<void> => store.forget(clock.nowMs())
  return {
    load: () => index.load(),
    flush,
    forget,
    module: {
      name: 'search',
      warmUp: () => index.load(),
      calls(book) {
        const elsewhere = { live: subjects.search('live'), match: subjects.search('match') }
        const resultCaching = {
          cachedUntil: [titles.shelved, ...elsewhere.live.changed, ...elsewhere.match.changed],
          refreshedBy: [titles.changed],
        }
        const parts = { results, counter, store, titles, elsewhere, resultCaching }
        mountIndexSearch(book, parts)
        mountIndexSearchKeywords(book, parts)
        mountIndexSearchHotKeywords(book, parts)
        mountSearchCount(book, parts)
      },
      schedules: [{ name: 'search.forget', everyMinutes: 24 * 60, run: forget }],
      timers: [{ name: 'search.flush', everyMs: 10_000, run: flush, runsAtClose: true }],
      // The thread that searches.
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

export type { SearchNeeds, SearchTables }
