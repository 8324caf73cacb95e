import { useCall } from '../../lib/calls/call-query.ts'
import { countWords, firstPage, type CommentPlace } from './comment-rules.ts'

/** How much was written somewhere, in words; empty until it is known, and for nothing. */
export function useCommentCount(place: CommentPlace, isWanted: boolean): string {
  const all = useCall('commentList', firstPage(place), { enabled: isWanted }).data?.all ?? 0
  return all === 0 ? '' : countWords(all)
}
