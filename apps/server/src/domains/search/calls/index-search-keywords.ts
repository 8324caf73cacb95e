import { indexSearchKeywords, totalCap } from '@yunmu/contract'
import { mountCall, type CallBook } from '../../../platform/calls/mount-call.ts'
import type { SearchParts } from '../engine/search-parts.ts'
import { joinedSuggestions, mostElsewhere } from '../hot/suggestion-rules.ts'

export function mountIndexSearchKeywords(book: CallBook, { results, elsewhere, resultCaching }: SearchParts): void {
  mountCall(
    book,
    indexSearchKeywords,
    async ({ send: { q }, nowMs }) => {
      const [titles, live, match] = await Promise.all([
        results.suggest(q, Math.floor(nowMs / 1000)),
        elsewhere.live.suggest(q, { limit: mostElsewhere, nowMs }),
        elsewhere.match.suggest(q, { limit: mostElsewhere, nowMs }),
      ])
      return {
        best: titles.best,
        list: joinedSuggestions(titles.list, [...live.list, ...match.list]),
        total: Math.min(titles.total + live.total + match.total, totalCap),
      }
    },
    { ...resultCaching, admittedAs: 'search' },
  )
}
