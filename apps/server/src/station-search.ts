import { playsCounted, categoriesChanged, titlesChanged, type Catalog } from './domains/catalog/index.ts'
import type { Live } from './domains/live/index.ts'
import { createSearch, type Search, type SearchNeeds, type SearchTables } from './domains/search/index.ts'
import type { Platform } from './platform/platform.ts'

/** Matches are not searched yet. */
const noMatches: SearchNeeds['elsewhere']['match'] = {
  find: async () => ({ list: [], total: 0 }),
  suggest: async () => ({ list: [], total: 0 }),
  changed: [],
}

export function searchOf(
  { db, events, clock, log }: Platform,
  { texts, listing, titles }: Pick<Catalog, 'texts' | 'listing' | 'titles'>,
  { search: live }: Pick<Live, 'search'>,
): Search {
  return createSearch(db.withTables<SearchTables>(), {
    events,
    clock,
    log,
    titles: {
      idsByPlays: async () => (await listing.choose({ pidId: null, facets: [] }, 'hits', 0, Infinity)).ids,
      textsOf: texts.textsOf,
      hitsOf: listing.hitsOf,
      ordered: listing.ordered,
      cards: titles.cards,
      changed: titlesChanged,
      played: playsCounted,
      shelved: categoriesChanged,
    },
    elsewhere: { live, match: noMatches },
  })
}
