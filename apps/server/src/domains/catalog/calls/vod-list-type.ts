import { vodListType } from '@yunmu/contract'
import { mountCall, type CallRegistry } from '../../../platform/calls/mount-call.ts'
import { toCategory } from '../categories.ts'
import { categoriesChanged } from '../catalog-events.ts'
import type { CatalogParts } from '../catalog-needs.ts'

export function mountVodListType(registry: CallRegistry, parts: CatalogParts): void {
  mountCall(
    registry,
    vodListType,
    async ({ nowMs }) => ({ list: (await parts.categories.list()).map((category) => toCategory(category, nowMs)) }),
    { cachedUntil: [categoriesChanged] },
  )
}
