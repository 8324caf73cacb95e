import { searchCount } from '@yunmu/contract'
import { normaliseTitle } from '@yunmu/zh'
import { mountCall, type CallRegistry } from '../../../platform/calls/mount-call.ts'
import type { SearchParts } from './search-parts.ts'

export function mountSearchCount(registry: CallRegistry, { results, counter }: SearchParts): void {
  mountCall(
    registry,
    searchCount,
    async ({ send, visitor, nowMs }) => {
      const { isInText, title } = await results.resolveName(send.q, Math.floor(nowMs / 1000))
      // Hot keywords are public: words that match by sound alone could say anything.
      if (!title && !isInText) return {}
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
