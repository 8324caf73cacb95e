import { indexVodDataRank } from '@yunmu/contract'
import { mountCall, type CallRegistry } from '../../../platform/calls/mount-call.ts'
import { playsCounted, categoriesChanged } from '../catalog-events.ts'
import type { CatalogParts } from '../catalog-needs.ts'
import { rankedTitles } from '../listing/ranked-titles.ts'
import { selectionOf } from '../listing/selections.ts'

export function mountIndexVodDataRank(registry: CallRegistry, parts: CatalogParts): void {
  mountCall(
    registry,
    indexVodDataRank,
    async ({ send, nowMs }) => {
      const selection = await selectionOf(parts, send.type)
      return { list: selection ? await rankedTitles(parts, send.period, selection.pidId, send.count, nowMs) : [] }
    },
    { cachedUntil: [categoriesChanged], refreshedBy: [playsCounted] },
  )
}
