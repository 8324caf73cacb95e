import { playsCounted, categoriesChanged, titlesChanged, type Catalog } from './domains/catalog/index.ts'
import { createSearch, type Search, type SearchTables } from './domains/search/index.ts'
import type { Platform } from './platform/platform.ts'
import type { Subjects } from './platform/subjects.ts'

export function searchOf(
  { db, events, clock, log }: Platform,
  { texts, listing, titles }: Pick<Catalog, 'texts' | 'listing' | 'titles'>,
  subjects: Subjects,
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
    subjects,
  })
}
