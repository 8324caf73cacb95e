import type { OwnComment } from '@yunmu/contract'
import type { StoredComment } from './comment-store.ts'
import type { CommentsNeeds } from './comments-needs.ts'
import { findSubjects } from './subjects.ts'

/** A user's own comments, in their order. Related data is loaded in one batch. */
export async function ownComments(
  { subjects, authors }: Pick<CommentsNeeds, 'subjects' | 'authors'>,
  comments: readonly StoredComment[],
  { userId, nowSec }: { userId: number; nowSec: number },
): Promise<OwnComment[]> {
  const [subjectOf, users] = await Promise.all([findSubjects(subjects, comments, nowSec), authors([userId], nowSec)])
  return comments.map((comment): OwnComment => {
    const author = users.get(userId)
    const subject = subjectOf(comment)
    return {
      id: comment.id,
      userId,
      userNickName: author?.nickname ?? '',
      userPortrait: author?.portrait ?? '',
      vip: author?.isVip ?? false,
      content: comment.content,
      createTime: comment.createdAt,
      up: comment.up,
      down: comment.down,
      mine: true,
      about: {
        kind: comment.kind,
        id: comment.subjectId,
        pidId: subject?.pidId ?? 0,
        types: subject?.types ?? '',
        name: subject?.name ?? '',
        img: subject?.img ?? '',
        gone: subject === null,
      },
    }
  })
}
