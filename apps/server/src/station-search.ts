import { playsCounted, shelvesChanged, titlesChanged, type Catalog } from './domains/catalog/index.ts'
import { createSearch, type Search, type SearchTables } from './domains/search/index.ts'
import type { Ground } from './station.ts'

/** Live channels and matches are not searched yet. */
const nothingElsewhere = async () => ({ list: [], total: 0 })

export function searchOf(
  { db, events, clock, log }: Ground,
  { texts, listing, titles }: Pick<Catalog, 'texts' | 'listing' | 'titles'>,
): Search {
  return createSearch(db.withTables<SearchTables>(), {
    events,
    clock,
    log,
    titles: {
      textsAfter: texts.textsAfter,
      textsOf: texts.textsOf,
      hitsOf: listing.hitsOf,
      ordered: listing.ordered,
      cards: titles.cards,
      changed: titlesChanged,
      played: playsCounted,
      shelved: shelvesChanged,
    },
    elsewhere: { live: nothingElsewhere, match: nothingElsewhere },
  })
}
