import type { CommentNotice, CommentsParts } from './comments-needs.ts'
import type { ChangedComment } from './writer-store.ts'

type TellNeeds = Pick<CommentsParts, 'comments' | 'log' | 'tell'>

/** Tells somebody. What was written stands, whether or not anybody hears of it. */
export async function tellSafely(
  { tell, log }: Pick<CommentsParts, 'tell' | 'log'>,
  notice: CommentNotice,
): Promise<void> {
  try {
    await tell(notice)
  } catch (err) {
    log.error({ err }, 'an author was not told of a comment')
  }
}

/** Tells who was answered, once others see the answer. */
export async function tellOfReply(parts: TellNeeds, comment: ChangedComment): Promise<void> {
  const { id, userId, replyTo, kind, subjectId, content } = comment
  if (replyTo === null || userId === null) return
  const toUserId = (await parts.comments.writersOf([replyTo])).get(replyTo)
  if (toUserId === undefined) return
  const about = { kind, id: subjectId }
  await tellSafely(parts, { type: 'reply', toUserId, actorId: userId, about, commentId: id, text: content })
}
