import { indexVodDataList } from '@yunmu/contract'
import { mountCall, type CallRegistry } from '../../../platform/calls/mount-call.ts'
import { categoriesChanged } from '../catalog-events.ts'
import type { CatalogParts } from '../catalog-needs.ts'
import { selectCards, selectionOf } from '../listing/selections.ts'

export function mountIndexVodDataList(registry: CallRegistry, parts: CatalogParts): void {
  mountCall(
    registry,
    indexVodDataList,
    async ({ send, nowMs }) => {
      const base = await selectionOf(parts, send.type)
      if (!base) return { list: [] }
      const genre =
        send.genre === undefined ? [] : [{ dimension: 'genre' as const, value: parts.toSimplified(send.genre) }]
      const selection = { pidId: base.pidId, facets: [...base.facets, ...genre] }
      return { list: await selectCards(parts, selection, 'updatedAt', send.count, nowMs) }
    },
    { cachedUntil: [categoriesChanged] },
  )
}
