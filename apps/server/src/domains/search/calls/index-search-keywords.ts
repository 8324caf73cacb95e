import { indexSearchKeywords, totalCap } from '@yunmu/contract'
import { mountCall, type CallRegistry } from '../../../platform/calls/mount-call.ts'
import type { SearchParts } from './search-parts.ts'
import { joinSuggestions, maxOtherSuggestions } from '../results/suggestion-rules.ts'

export function mountIndexSearchKeywords(
  registry: CallRegistry,
  { results, otherDomains, resultCaching }: SearchParts,
): void {
  mountCall(
    registry,
    indexSearchKeywords,
    async ({ send: { q }, nowMs }) => {
      const [titles, live, match] = await Promise.all([
        results.suggest(q, Math.floor(nowMs / 1000)),
        otherDomains.live.suggest(q, { limit: maxOtherSuggestions, nowMs }),
        otherDomains.match.suggest(q, { limit: maxOtherSuggestions, nowMs }),
      ])
      return {
        best: titles.best,
        list: joinSuggestions(titles.list, [...match.list, ...live.list]),
        total: Math.min(titles.total + live.total + match.total, totalCap),
      }
    },
    { ...resultCaching, admittedAs: 'search' },
  )
}
