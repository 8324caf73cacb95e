import type { StoredComment, Caller } from './comment-store.ts'
import type { CommentsParts } from './comments-needs.ts'

/** The caller, with the users that they block. */
export async function callerOf(
  { moderation }: Pick<CommentsParts, 'moderation'>,
  viewer: { id: number } | null,
): Promise<Caller> {
  if (viewer === null) return { userId: null, blocked: [] }
  return { userId: viewer.id, blocked: await moderation.blockedBy(viewer.id) }
}

/** A comment that the caller may see, of a visible subject; null if there is none. */
export async function findComment(
  parts: Pick<CommentsParts, 'comments' | 'subjects'>,
  id: number,
  caller: Caller,
): Promise<StoredComment | null> {
  const comment = await parts.comments.visible(id, caller)
  if (!comment) return null
  return (await parts.subjects.isVisible({ kind: comment.kind, id: comment.subjectId })) ? comment : null
}
