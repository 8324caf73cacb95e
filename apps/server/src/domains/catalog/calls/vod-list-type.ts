import { vodListType } from '@yunmu/contract'
import { mountCall, type CallBook } from '../../../platform/calls/mount-call.ts'
import { toCategory } from '../categories.ts'
import { categoriesChanged } from '../catalog-events.ts'
import type { CatalogParts } from '../catalog-needs.ts'

export function mountVodListType(book: CallBook, parts: CatalogParts): void {
  mountCall(
    book,
    vodListType,
    async ({ nowMs }) => ({ list: (await parts.categories.list()).map((category) => toCategory(category, nowMs)) }),
    { cachedUntil: [categoriesChanged] },
  )
}
