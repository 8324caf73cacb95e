import type { OwnComment } from '@yunmu/contract'
import type { SubjectRef } from '../../platform/subjects.ts'
import type { StoredComment } from './comment-store.ts'
import type { CommentsNeeds } from './comments-needs.ts'

/** The subject of a comment, as the registry of subjects knows it. */
export const subjectRefOf = ({ kind, subjectId }: Pick<StoredComment, 'kind' | 'subjectId'>): SubjectRef => ({
  kind,
  id: subjectId,
})

/** A user's own comments, in their order. Related data is loaded in one batch. */
export async function ownComments(
  { subjects, authors }: Pick<CommentsNeeds, 'subjects' | 'authors'>,
  comments: readonly StoredComment[],
  { userId, nowSec }: { userId: number; nowSec: number },
): Promise<OwnComment[]> {
  const refs = comments.map(subjectRefOf)
  const [summaryOf, users] = await Promise.all([subjects.findSummaries(refs, nowSec), authors([userId], nowSec)])
  return comments.map((comment): OwnComment => {
    const author = users.get(userId)
    const ref = subjectRefOf(comment)
    const subject = summaryOf(ref)
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
        url: subject === null ? '' : subjects.urlOf({ ...ref, streamId: 0 }, subject),
        name: subject?.name ?? '',
        img: subject?.img ?? '',
        gone: subject === null,
      },
    }
  })
}
