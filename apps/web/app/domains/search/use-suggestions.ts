import { useCall } from '../../lib/calls/call-query.ts'
import type { ReplyFrom } from '../../lib/calls/calls.ts'

interface Suggestions {
  /** Undefined until there is a reply. While the next one is on its way, the one before stays. */
  reply: ReplyFrom<'indexSearchKeywords'> | undefined
  isFailed: boolean
  /** Whether the reply is still that of another query. */
  isAwaited: boolean
}

/**
 * What somebody may mean who has typed so far; nothing is asked for an empty query. Replies are kept under their query: a late one
 * never stands in the place of a newer.
 */
export function useSuggestions(query: string): Suggestions {
  const { data, isError, isPlaceholderData } = useCall('indexSearchKeywords', { q: query }, { enabled: query !== '' })
  const isFailed = isError && (data === undefined || isPlaceholderData)
  return { reply: isFailed ? undefined : data, isFailed, isAwaited: isPlaceholderData }
}
