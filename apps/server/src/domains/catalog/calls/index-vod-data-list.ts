import { indexVodDataList } from '@yunmu/contract'
import { mountCall, type CallBook } from '../../../platform/calls/mount-call.ts'
import { categoriesChanged } from '../catalog-events.ts'
import type { CatalogParts } from '../catalog-needs.ts'
import { selectCards, selectionOf } from '../selections.ts'

export function mountIndexVodDataList(book: CallBook, parts: CatalogParts): void {
  mountCall(
    book,
    indexVodDataList,
    async ({ send, nowMs }) => {
      const base = await selectionOf(parts, send.type)
      if (!base) return { list: [] }
      const genre =
        send.genre === undefined ? [] : [{ dimension: 'genre' as const, value: parts.toSimplified(send.genre) }]
      const selection = { pidId: base.pidId, facets: [...base.facets, ...genre] }
      return { list: await selectCards(parts, selection, 'updatedAt', send.count, nowMs) }
    },
    { cachedUntil: [categoriesChanged] },
  )
}
