import type { TitleCard } from '@yunmu/contract'
import { keepById } from '../texts/kept-by-id.ts'
import type { SearchNeeds, SearchTitles, TitleTexts } from '../search-needs.ts'

/** About a kilobyte each. */
const mostKept = 10_000
/** As long as replies are kept: a card says whether its title is new. */
const maxAgeMs = 5 * 60 * 1000

/** Cards and texts of titles, read once until the titles change, are played, or their categories change. */
export function keepTitles({ events, titles }: Pick<SearchNeeds, 'events' | 'titles'>): SearchTitles {
  const cards = keepById<TitleCard>({ most: mostKept, maxAgeMs })
  const texts = keepById<TitleTexts>({ most: mostKept, maxAgeMs })
  events.on(titles.changed, (detail) => {
    cards.drop(detail?.ids ?? null)
    texts.drop(detail?.ids ?? null)
  })
  events.on(titles.played, (detail) => cards.drop(detail?.ids ?? null))
  events.on(titles.shelved, () => cards.drop(null))
  return {
    ...titles,
    cards: (ids, nowSec) => cards.get(ids, (missing) => titles.cards(missing, nowSec)),
    textsOf: (ids) => texts.get(ids, (missing) => titles.textsOf(missing)),
  }
}
