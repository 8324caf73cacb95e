import { vodNewest } from '@yunmu/contract'
import { mountCall, type CallBook } from '../../../platform/calls/mount-call.ts'
import { shelvesChanged } from '../catalog-events.ts'
import type { CatalogParts } from '../catalog-needs.ts'
import { selectCards, selectionOf } from '../selections.ts'

export function mountVodNewest(book: CallBook, parts: CatalogParts): void {
  mountCall(
    book,
    vodNewest,
    async ({ send, nowMs }) => {
      const shelf = await selectionOf(parts, send.type)
      return { list: shelf ? await selectCards(parts, shelf, 'updatedAt', send.count, nowMs) : [] }
    },
    { cachedUntil: [shelvesChanged] },
  )
}
