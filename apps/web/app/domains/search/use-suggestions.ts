import { searchQuery } from '@yunmu/contract/search-query'
import { useCall } from '../../lib/call-query.ts'
import type { ReplyFrom } from '../../lib/calls.ts'
import { useRested } from '../../ui/use-rested.ts'

const restMs = 120

interface Suggestions {
  /** What the suggestions are for. */
  query: string
  /** Undefined until there is a reply. While the next one is on its way, the one before stays. */
  reply: ReplyFrom<'indexSearchKeywords'> | undefined
  isFailed: boolean
}

/**
 * What somebody may mean who has typed so far, once the typing rests. Replies are kept under their query: a late one
 * never stands in the place of a newer.
 */
export function useSuggestions(text: string): Suggestions {
  const query = searchQuery(useRested(text, restMs))
  const { data, isError, isPlaceholderData } = useCall('indexSearchKeywords', { q: query }, { enabled: query !== '' })
  const isFailed = isError && (data === undefined || isPlaceholderData)
  return { query, reply: isFailed ? undefined : data, isFailed }
}
