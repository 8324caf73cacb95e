import { indexVod } from '@yunmu/contract'
import { mountCall, type CallRegistry } from '../../../platform/calls/mount-call.ts'
import { categoriesChanged } from '../catalog-events.ts'
import type { CatalogParts } from '../catalog-needs.ts'
import { selectionOf, selectPage } from '../listing/selections.ts'

export function mountIndexVod(registry: CallRegistry, parts: CatalogParts): void {
  mountCall(
    registry,
    indexVod,
    async ({ send, nowMs }) => selectPage(parts, await selectionOf(parts, send.type), send, nowMs),
    { cachedUntil: [categoriesChanged] },
  )
}
