import { indexVodDataTest } from '@yunmu/contract'
import { mountCall, type CallRegistry } from '../../../platform/calls/mount-call.ts'
import type { CatalogParts } from '../catalog-needs.ts'

export function mountIndexVodDataTest(registry: CallRegistry, { listing }: CatalogParts): void {
  mountCall(registry, indexVodDataTest, async () => {
    await listing.choose({ pidId: null, facets: [] }, 'updatedAt', 0, 1)
    return { ok: true as const }
  })
}
