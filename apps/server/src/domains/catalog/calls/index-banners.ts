import { indexBanners } from '@yunmu/contract'
import { mountCall, type CallBook } from '../../../platform/calls/mount-call.ts'
import { shelvesChanged } from '../catalog-events.ts'
import type { CatalogParts } from '../catalog-needs.ts'

const bannerCount = 6

export function mountIndexBanners(book: CallBook, parts: CatalogParts): void {
  mountCall(
    book,
    indexBanners,
    async ({ nowMs }) => {
      const chosen = await parts.shelves.bannerIds()
      const { ids: newest } = await parts.listing.choose({ pidId: null, facets: [] }, 'updatedAt', 0, bannerCount)
      const ids = [...new Set([...chosen, ...newest])].slice(0, bannerCount)
      return { list: await parts.titles.banners(ids, Math.floor(nowMs / 1000)) }
    },
    { cachedUntil: [shelvesChanged] },
  )
}
