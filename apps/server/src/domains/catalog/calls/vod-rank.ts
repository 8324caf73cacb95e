import { vodRank } from '@yunmu/contract'
import { mountCall, type CallBook } from '../../../platform/calls/mount-call.ts'
import { boardOf } from '../boards.ts'
import { playsCounted, shelvesChanged } from '../catalog-events.ts'
import type { CatalogParts } from '../catalog-needs.ts'
import { genreFacets, offsetOf } from '../listing-rules.ts'
import { selectionOf } from '../selections.ts'

export function mountVodRank(book: CallBook, parts: CatalogParts): void {
  mountCall(
    book,
    vodRank,
    async ({ send, nowMs }) => {
      const { type, period, page, size } = send
      const shelf = await selectionOf(parts, type)
      const offset = offsetOf(page, size)
      if (!shelf || offset === null) return { list: [], total: 0, page, size }
      const facets = [...shelf.facets, ...genreFacets(parts.toSimplified(send.genre))]
      const asked = { period, selection: { pidId: shelf.pidId, facets }, offset, limit: size }
      return { ...(await boardOf(parts, asked, nowMs)), page, size }
    },
    { cachedUntil: [shelvesChanged], refreshedBy: [playsCounted] },
  )
}
