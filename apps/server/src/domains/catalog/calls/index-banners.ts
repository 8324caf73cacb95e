import { indexBanners } from '@yunmu/contract'
import { mountCall, type CallRegistry } from '../../../platform/calls/mount-call.ts'
import { categoriesChanged } from '../catalog-events.ts'
import type { CatalogParts } from '../catalog-needs.ts'

const bannerCount = 6

export function mountIndexBanners(registry: CallRegistry, parts: CatalogParts): void {
  mountCall(
    registry,
    indexBanners,
    async ({ nowMs }) => {
      const selected = await parts.categories.bannerIds()
      const { ids: newest } = await parts.listing.choose({ pidId: null, facets: [] }, 'updatedAt', 0, bannerCount)
      const ids = [...new Set([...selected, ...newest])].slice(0, bannerCount)
      return { list: await parts.titles.banners(ids, Math.floor(nowMs / 1000)) }
    },
    { cachedUntil: [categoriesChanged] },
  )
}
