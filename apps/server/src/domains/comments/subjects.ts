import type { CommentKind } from '@yunmu/contract'
import type { StoredComment } from './comment-store.ts'
import type { SubjectSummary } from '../../platform/subjects.ts'
import type { CommentsNeeds } from './comments-needs.ts'

const kinds: readonly CommentKind[] = ['vod', 'live', 'match']

/**
 * Loads the subjects of comments, each kind in one batch. The returned function gives the subject of a comment; null if
 * it was deleted.
 */
export async function findSubjects(
  subjects: CommentsNeeds['subjects'],
  comments: readonly StoredComment[],
  nowSec: number,
): Promise<(comment: StoredComment) => SubjectSummary | null> {
  const found = new Map(
    await Promise.all(
      kinds.map(async (kind) => {
        const ids = new Set(comments.filter((comment) => comment.kind === kind).map(({ subjectId }) => subjectId))
        return [kind, await subjects.summaries(kind, [...ids], nowSec)] as const
      }),
    ),
  )
  return ({ kind, subjectId }) => found.get(kind)?.get(subjectId) ?? null
}
