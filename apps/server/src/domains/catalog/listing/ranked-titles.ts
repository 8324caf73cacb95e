import type { Period, RankedTitle } from '@yunmu/contract'
import type { CatalogParts } from '../catalog-needs.ts'

/** The most played titles of a category (null: of all) in a period. */
export async function rankedTitles(
  { listing, plays, titles }: CatalogParts,
  period: Period,
  pidId: number | null,
  count: number,
  nowMs: number,
): Promise<RankedTitle[]> {
  const nowSec = Math.floor(nowMs / 1000)
  if (period === 'all') {
    const { ids } = await listing.choose({ pidId, facets: [] }, 'hits', 0, count)
    return (await titles.cards(ids, nowSec)).map((card) => ({ ...card, plays: card.hits }))
  }
  const ranked = await plays.rank(period, { pidId, facets: [] }, count)
  const playsOf = new Map(ranked.map((entry) => [entry.titleId, entry.plays]))
  const cards = await titles.cards([...playsOf.keys()], nowSec)
  return cards.map((card) => ({ ...card, plays: playsOf.get(card.id) ?? 0 }))
}
