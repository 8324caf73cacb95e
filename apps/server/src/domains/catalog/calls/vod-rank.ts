import { vodRank } from '@yunmu/contract'
import { mountCall, type CallRegistry } from '../../../platform/calls/mount-call.ts'
import { boardPage } from '../boards.ts'
import { playsCounted, categoriesChanged } from '../catalog-events.ts'
import type { CatalogParts } from '../catalog-needs.ts'
import { genreFacets, offsetOf } from '../listing/listing-rules.ts'
import { selectionOf } from '../listing/selections.ts'

export function mountVodRank(registry: CallRegistry, parts: CatalogParts): void {
  mountCall(
    registry,
    vodRank,
    async ({ send, nowMs }) => {
      const { type, period, page, size } = send
      const base = await selectionOf(parts, type)
      const offset = offsetOf(page, size)
      if (!base || offset === null) return { list: [], total: 0, page, size }
      const facets = [...base.facets, ...genreFacets(parts.toSimplified(send.genre))]
      const query = { period, selection: { pidId: base.pidId, facets }, offset, limit: size }
      return { ...(await boardPage(parts, query, nowMs)), page, size }
    },
    { cachedUntil: [categoriesChanged], refreshedBy: [playsCounted] },
  )
}
