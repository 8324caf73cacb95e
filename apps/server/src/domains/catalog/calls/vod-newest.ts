import { vodNewest } from '@yunmu/contract'
import { mountCall, type CallRegistry } from '../../../platform/calls/mount-call.ts'
import { categoriesChanged } from '../catalog-events.ts'
import type { CatalogParts } from '../catalog-needs.ts'
import { selectCards, selectionOf } from '../listing/selections.ts'

export function mountVodNewest(registry: CallRegistry, parts: CatalogParts): void {
  mountCall(
    registry,
    vodNewest,
    async ({ send, nowMs }) => {
      const selection = await selectionOf(parts, send.type)
      return { list: selection ? await selectCards(parts, selection, 'updatedAt', send.count, nowMs) : [] }
    },
    { cachedUntil: [categoriesChanged] },
  )
}
