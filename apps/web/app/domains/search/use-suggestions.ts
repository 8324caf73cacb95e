import { useCall } from '../../lib/calls/call-query.ts'
import type { ReplyFrom } from '../../lib/calls/calls.ts'

interface SuggestionState {
  /** Undefined until the first reply. While the next one is pending, the previous one stays. */
  reply: ReplyFrom<'indexSearchKeywords'> | undefined
  isFailed: boolean
  /** Whether the reply belongs to the previous query. */
  isPending: boolean
}

/**
 * Suggestions for a query; no call is made for an empty one. Replies are cached by query, so a late reply cannot
 * replace a newer one.
 */
export function useSuggestions(query: string): SuggestionState {
  const { data, isError, isPlaceholderData } = useCall('indexSearchKeywords', { q: query }, { enabled: query !== '' })
  const isFailed = isError && (data === undefined || isPlaceholderData)
  return { reply: isFailed ? undefined : data, isFailed, isPending: isPlaceholderData }
}
