import { commentThumbDown, commentThumbUp, type ReplyOf } from '@yunmu/contract'
import { mountCall, type CallRegistry, type CallContext } from '../../../platform/calls/mount-call.ts'
import type { CommentsParts } from '../comments-needs.ts'
import { findComment, callerOf } from '../caller.ts'
import { notifySafely } from '../notify-authors.ts'

/** Both calls have one shape. */
type ThumbCall = typeof commentThumbUp

export function mountCommentThumbs(registry: CallRegistry, parts: CommentsParts): void {
  const toggle = async (context: CallContext<ThumbCall>, thumb: 'up' | 'down'): Promise<ReplyOf<ThumbCall>> => {
    const { send, viewer, refuse } = context
    if (!(await parts.mayThumb(viewer.id))) return refuse('TooSoon')
    const caller = await callerOf(parts, viewer)
    const comment = await findComment(parts, send.id, caller)
    if (!comment || comment.userId === null) return refuse('NoSuchComment')
    const thumbed = await parts.thumbs.toggle(comment.id, viewer.id, thumb)
    if (!thumbed) return refuse('NoSuchComment')
    const { id: commentId, userId: toUserId, kind, subjectId, content: text } = comment
    if (thumbed.thumbed === 'up' && comment.state === 'shown')
      await notifySafely(parts, {
        type: 'thumb',
        toUserId,
        actorId: viewer.id,
        about: {
          kind,
          id: subjectId,
        },
        commentId,
        text,
      })
    return thumbed
  }
  mountCall(registry, commentThumbUp, (context) => toggle(context, 'up'))
  mountCall(registry, commentThumbDown, (context) => toggle(context, 'down'))
}
