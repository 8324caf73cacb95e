import type { CommentKind } from '@yunmu/contract'
import type { Kysely } from 'kysely'
import { nowSec, type Clock } from '../../platform/clock.ts'
import type { CallBook } from '../../platform/mount-call.ts'
import { mountMyCommentList } from './calls/my-comment-list.ts'
import { createCommentStore } from './comment-store.ts'
import type { CommentsNeeds, CommentsParts } from './comments-needs.ts'
import type { CommentsTables } from './comments-tables.ts'
import { findSubjects } from './subjects.ts'

/** All that a person wrote. Times are ISO 8601; names are empty for what is gone. */
export type CommentsExport = {
  id: number
  about: { kind: CommentKind; id: number; name: string }
  content: string
  time: string
  up: number
  down: number
}[]

/** What this domain offers to the application. */
export interface Comments {
  mount(book: CallBook): void
  exportOf(userId: number): Promise<CommentsExport>
}

/** What people write under titles, channels and matches. */
export function createComments(db: Kysely<CommentsTables>, needs: CommentsNeeds & { clock: Clock }): Comments {
  const parts: CommentsParts = { ...needs, comments: createCommentStore(db) }
  return {
    mount: (book) => mountMyCommentList(book, parts),
    async exportOf(userId) {
      const comments = await parts.comments.allOf(userId)
      const subjectOf = await findSubjects(needs.subjects, comments, nowSec(needs.clock))
      return comments.map((comment) => ({
        id: comment.id,
        about: { kind: comment.kind, id: comment.subjectId, name: subjectOf(comment)?.name ?? '' },
        content: comment.content,
        time: new Date(comment.createdAt * 1000).toISOString(),
        up: comment.up,
        down: comment.down,
      }))
    },
  }
}

export type { CommentsNeeds, CommentsTables }
