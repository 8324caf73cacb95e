import type { TitleUpdate } from '@yunmu/contract'
import type { CatalogParts } from './catalog-needs.ts'

/** A day of a timetable. */
export interface DayOfUpdates {
  midnightSec: number
  total: number
  list: TitleUpdate[]
}

/** Releases per day, with the cards of the titles. Empty for a category that is not visible. */
export async function titleUpdates(
  { categories, updates, titles }: CatalogParts,
  query: { type: number; fromSec: number; toSec: number; offset: number; limit: number },
  nowMs: number,
): Promise<DayOfUpdates[]> {
  const { type, ...span } = query
  const top = type === 0 ? { pidId: null, isTop: true } : await categories.topOf(type)
  if (!top) return []
  const days = await updates.daily({ ...span, pidId: top.pidId, typeId: top.isTop ? null : type })
  const ids = [...new Set(days.flatMap(({ list }) => list.map(({ titleId }) => titleId)))]
  const cards = new Map((await titles.cards(ids, Math.floor(nowMs / 1000))).map((card) => [card.id, card]))
  return days.map(({ list, ...day }) => ({
    ...day,
    list: list.flatMap(({ titleId, ...update }) => {
      const title = cards.get(titleId)
      return title ? [{ title, ...update, aired: update.at * 1000 <= nowMs }] : []
    }),
  }))
}
