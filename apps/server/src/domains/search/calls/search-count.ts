import { searchCount } from '@yunmu/contract'
import { normaliseTitle } from '@yunmu/zh'
import { mountCall, type CallBook } from '../../../platform/calls/mount-call.ts'
import type { SearchParts } from '../engine/search-parts.ts'

export function mountSearchCount(book: CallBook, { results, counter }: SearchParts): void {
  mountCall(
    book,
    searchCount,
    async ({ send, visitor, nowMs }) => {
      const { isHeld, title } = await results.named(send.q, Math.floor(nowMs / 1000))
      // Others will read it: what is found by its sound alone could be any words.
      if (!title && !isHeld) return {}
      counter.add({
        word: title?.name ?? normaliseTitle(send.q),
        titleId: title?.id ?? null,
        network: visitor.networkKey ?? 'here',
      })
      return {}
    },
    { limit: { points: 30, perSec: 60 }, admittedAs: 'search' },
  )
}
