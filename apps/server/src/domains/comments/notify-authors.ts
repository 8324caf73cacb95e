import type { CommentNotice, CommentsParts } from './comments-needs.ts'
import type { ChangedComment } from './writer-store.ts'

type NotifyNeeds = Pick<CommentsParts, 'comments' | 'log' | 'notify'>

/** Tells somebody. What was written stands, whether or not anybody hears of it. */
export async function notifySafely(
  { notify, log }: Pick<CommentsParts, 'notify' | 'log'>,
  notice: CommentNotice,
): Promise<void> {
  try {
    await notify(notice)
  } catch (err) {
    log.error({ err }, 'an author was not told of a comment')
  }
}

/** Tells who was answered, once others see the answer. */
export async function notifyOfReply(parts: NotifyNeeds, comment: ChangedComment): Promise<void> {
  const { id, userId, replyTo, kind, subjectId, content } = comment
  if (replyTo === null || userId === null) return
  const toUserId = (await parts.comments.authorIdsOf([replyTo])).get(replyTo)
  if (toUserId === undefined) return
  const about = { kind, id: subjectId }
  await notifySafely(parts, { type: 'reply', toUserId, actorId: userId, about, commentId: id, text: content })
}
