import { totalCap, vodList } from '@yunmu/contract'
import { mountCall, type CallBook } from '../../../platform/calls/mount-call.ts'
import { categoriesChanged } from '../catalog-events.ts'
import type { CatalogParts } from '../catalog-needs.ts'
import { filterFacets, offsetOf, yearsOfRange } from '../listing-rules.ts'
import type { ListOrderKey } from '../listing-index.ts'
import { selectionOf } from '../selections.ts'

const columnOf = { 最新: 'updatedAt', 最热: 'hits', 评分: 'score' } as const satisfies Record<string, ListOrderKey>

export function mountVodList(book: CallBook, parts: CatalogParts): void {
  mountCall(
    book,
    vodList,
    async ({ send, nowMs }) => {
      const { page, size } = send
      const empty = { list: [], total: 0, page, size }
      const base = await selectionOf(parts, send.type)
      const offset = offsetOf(page, size)
      if (!base || offset === null) return empty
      const year = parts.toSimplified(send.year)
      const filters = filterFacets({
        area: parts.toSimplified(send.area),
        year,
        genre: parts.toSimplified(send.genre),
        letter: send.letter,
        vip: parts.toSimplified(send.vip),
        lang: parts.toSimplified(send.lang),
      })
      const selection = { pidId: base.pidId, facets: [...base.facets, ...filters], anyOf: yearsOfRange(year) }
      const { ids, total } = await parts.listing.choose(selection, columnOf[send.order], offset, size)
      const list = await parts.titles.cards(ids, Math.floor(nowMs / 1000))
      return { list, total: Math.min(total, totalCap), page, size }
    },
    { cachedUntil: [categoriesChanged] },
  )
}
