import { useCall } from '../../lib/calls/call-query.ts'
import { countText, firstPage, type CommentSubject } from './comment-rules.ts'

/** Formatted number of comments; empty for 0 and while unknown. */
export function useCommentCount(subject: CommentSubject, isEnabled: boolean): string {
  const all = useCall('commentList', firstPage(subject), { enabled: isEnabled }).data?.all ?? 0
  return all === 0 ? '' : countText(all)
}
