import { indexVodDataTest } from '@yunmu/contract'
import { mountCall, type CallBook } from '../../../platform/calls/mount-call.ts'
import type { CatalogParts } from '../catalog-needs.ts'

export function mountIndexVodDataTest(book: CallBook, { listing }: CatalogParts): void {
  mountCall(book, indexVodDataTest, async () => {
    await listing.choose({ pidId: null, facets: [] }, 'updatedAt', 0, 1)
    return { ok: true as const }
  })
}
