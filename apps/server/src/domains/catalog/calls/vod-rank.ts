import { vodRank } from '@yunmu/contract'
import { mountCall, type CallBook } from '../../../platform/calls/mount-call.ts'
import { boardPage } from '../boards.ts'
import { playsCounted, categoriesChanged } from '../catalog-events.ts'
import type { CatalogParts } from '../catalog-needs.ts'
import { genreFacets, offsetOf } from '../listing-rules.ts'
import { selectionOf } from '../selections.ts'

export function mountVodRank(book: CallBook, parts: CatalogParts): void {
  mountCall(
    book,
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
