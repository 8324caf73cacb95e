import { vodListType } from '@yunmu/contract'
import { mountCall, type CallBook } from '../../../platform/calls/mount-call.ts'
import { categoryOf } from '../categories.ts'
import { shelvesChanged } from '../catalog-events.ts'
import type { CatalogParts } from '../catalog-needs.ts'

export function mountVodListType(book: CallBook, parts: CatalogParts): void {
  mountCall(
    book,
    vodListType,
    async ({ nowMs }) => ({ list: (await parts.shelves.shelves()).map((shelf) => categoryOf(shelf, nowMs)) }),
    { cachedUntil: [shelvesChanged] },
  )
}
