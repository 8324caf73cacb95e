import type { CommentNotice, CommentsParts } from './comments-needs.ts'
import type { ChangedComment } from './writer-store.ts'

type NotifyNeeds = Pick<CommentsParts, 'comments' | 'log' | 'notify'>

/** Notifies a user. A failure is logged; the comment stays. */
export async function notifySafely(
  { notify, log }: Pick<CommentsParts, 'notify' | 'log'>,
  notice: CommentNotice,
): Promise<void> {
  try {
    await notify(notice)
  } catch (err) {
    log.error({ err }, 'an author could not be notified of a comment')
  }
}

/** Notifies the author of the answered comment, once the reply is visible. */
export async function notifyOfReply(parts: NotifyNeeds, comment: ChangedComment): Promise<void> {
  const { id, userId, replyTo, kind, subjectId, content } = comment
  if (replyTo === null || userId === null) return
  const toUserId = (await parts.comments.authorIdsOf([replyTo])).get(replyTo)
  if (toUserId === undefined) return
  const about = { kind, id: subjectId }
  await notifySafely(parts, { type: 'reply', toUserId, actorId: userId, about, commentId: id, text: content })
}
