import { vodNewest } from '@yunmu/contract'
import { mountCall, type CallBook } from '../../../platform/calls/mount-call.ts'
import { categoriesChanged } from '../catalog-events.ts'
import type { CatalogParts } from '../catalog-needs.ts'
import { selectCards, selectionOf } from '../selections.ts'

export function mountVodNewest(book: CallBook, parts: CatalogParts): void {
  mountCall(
    book,
    vodNewest,
    async ({ send, nowMs }) => {
      const selection = await selectionOf(parts, send.type)
      return { list: selection ? await selectCards(parts, selection, 'updatedAt', send.count, nowMs) : [] }
    },
    { cachedUntil: [categoriesChanged] },
  )
}
