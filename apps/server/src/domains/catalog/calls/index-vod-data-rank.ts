import { indexVodDataRank } from '@yunmu/contract'
import { mountCall, type CallBook } from '../../../platform/calls/mount-call.ts'
import { playsCounted, shelvesChanged } from '../catalog-events.ts'
import type { CatalogParts } from '../catalog-needs.ts'
import { rankedTitles } from '../ranked-titles.ts'
import { selectionOf } from '../selections.ts'

export function mountIndexVodDataRank(book: CallBook, parts: CatalogParts): void {
  mountCall(
    book,
    indexVodDataRank,
    async ({ send, nowMs }) => {
      const shelf = await selectionOf(parts, send.type)
      return { list: shelf ? await rankedTitles(parts, send.period, shelf.pidId, send.count, nowMs) : [] }
    },
    { cachedUntil: [shelvesChanged], refreshedBy: [playsCounted] },
  )
}
