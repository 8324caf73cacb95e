import { indexVodDataRank } from '@yunmu/contract'
import { mountCall, type CallBook } from '../../../platform/calls/mount-call.ts'
import { playsCounted, categoriesChanged } from '../catalog-events.ts'
import type { CatalogParts } from '../catalog-needs.ts'
import { rankedTitles } from '../ranked-titles.ts'
import { selectionOf } from '../selections.ts'

export function mountIndexVodDataRank(book: CallBook, parts: CatalogParts): void {
  mountCall(
    book,
    indexVodDataRank,
    async ({ send, nowMs }) => {
      const selection = await selectionOf(parts, send.type)
      return { list: selection ? await rankedTitles(parts, send.period, selection.pidId, send.count, nowMs) : [] }
    },
    { cachedUntil: [categoriesChanged], refreshedBy: [playsCounted] },
  )
}
