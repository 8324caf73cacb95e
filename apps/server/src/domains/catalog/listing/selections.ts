import { totalCap, type ListOrder, type TitleCard } from '@yunmu/contract'
import type { CatalogParts } from '../catalog-needs.ts'
import type { ListOrderKey } from './listing-index.ts'
import { offsetOf } from './listing-rules.ts'
import type { Selection } from './listing-store.ts'

/** Selects ids, then loads their cards in one batch. */
export async function selectCards(
  { listing, titles }: CatalogParts,
  selection: Selection,
  order: ListOrderKey,
  limit: number,
  nowMs: number,
): Promise<TitleCard[]> {
  const { ids } = await listing.choose(selection, order, 0, limit)
  return titles.cards(ids, Math.floor(nowMs / 1000))
}

/** The selection of a category id in an address: all (0), a top category, or a child of one. Null if there is none. */
export async function selectionOf({ categories }: CatalogParts, type: number): Promise<Selection | null> {
  if (type === 0) return { pidId: null, facets: [] }
  const top = await categories.topOf(type)
  if (!top) return null
  return { pidId: top.pidId, facets: top.isTop ? [] : [{ dimension: 'type', value: String(type) }] }
}

const keyOf = { 最新: 'updatedAt', 最热: 'hits', 评分: 'score' } as const satisfies Record<ListOrder, ListOrderKey>

/** A page of a selection; an empty one for no selection and for a page that is too deep. */
export async function selectPage(
  { listing, titles }: CatalogParts,
  selection: Selection | null,
  { order, page, size }: { order: ListOrder; page: number; size: number },
  nowMs: number,
): Promise<{ list: TitleCard[]; total: number; page: number; size: number }> {
  const offset = offsetOf(page, size)
  if (!selection || offset === null) return { list: [], total: 0, page, size }
  const { ids, total } = await listing.choose(selection, keyOf[order], offset, size)
  return { list: await titles.cards(ids, Math.floor(nowMs / 1000)), total: Math.min(total, totalCap), page, size }
}
