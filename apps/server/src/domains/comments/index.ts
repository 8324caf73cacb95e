import type { CommentKind } from '@yunmu/contract'
import type { Kysely, Transaction } from 'kysely'
import { nowSec } from '../../platform/process/clock.ts'
import type { CallBook } from '../../platform/calls/mount-call.ts'
import { mountCommentCaptcha } from './calls/comment-captcha.ts'
import { mountCommentCommit } from './calls/comment-commit.ts'
import { mountCommentDelete } from './calls/comment-delete.ts'
import { mountCommentList } from './calls/comment-list.ts'
import { mountCommentReplies } from './calls/comment-replies.ts'
import { mountCommentThread } from './calls/comment-thread.ts'
import { mountCommentThumbs } from './calls/comment-thumb.ts'
import { mountMyCommentList } from './calls/my-comment-list.ts'
import { recordCommentChanges } from './comments-events.ts'
import { createCommentStore } from './comment-store.ts'
import type { CommentsNeeds, CommentsParts } from './comments-needs.ts'
import type { CommentsTables } from './comments-tables.ts'
import { seedDemo, type DemoThread } from './seed-demo.ts'
import { findSubjects } from './subjects.ts'
import { announceRemoved, createCommentTexts, type CommentTexts } from './texts.ts'
import { createCommentVersions } from './comment-versions.ts'
import { createThumbStore } from './thumb-store.ts'
import { createWriterStore } from './writer-store.ts'

/** All comments of a user. Times are ISO 8601; names are empty for deleted subjects. */
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
  /** Comments for moderation. */
  texts: CommentTexts
  /** Adds comments of the demonstration programme's users, unless they have written already. */
  seedDemo(comments: readonly DemoThread[]): Promise<void>
  /**
   * Removes comments and thumbs of users, in the transaction that deletes these users; a comment with replies stays as
   * an empty one. Returns a callback that announces the changes after the commit.
   */
  deleteUserData(tx: Transaction<unknown>, userIds: readonly number[]): Promise<() => void>
}

const mounts: readonly ((book: CallBook, parts: CommentsParts) => void)[] = [
  mountCommentCaptcha,
  mountCommentCommit,
  mountCommentDelete,
  mountCommentList,
  mountCommentReplies,
  mountCommentThread,
  mountCommentThumbs,
  mountMyCommentList,
]

/** Comments on titles, channels and matches. */
export function createComments(db: Kysely<CommentsTables>, needs: CommentsNeeds): Comments {
  const stores = {
    comments: createCommentStore(db),
    thumbs: createThumbStore(db),
    writer: createWriterStore(db),
  }
  recordCommentChanges(needs)
  const versions = createCommentVersions(needs.events, {
    isOpen: ({ kind, subjectId }) => needs.isOpen({ kind, id: subjectId }),
    subjectOf: stores.comments.subjectOf,
  })
  const parts: CommentsParts = { ...needs, ...stores, versions }
  const logFailure = (err: unknown): void =>
    needs.log.error({ err }, 'notifications of deleted comments could not be removed')
  return {
    mount(book) {
      for (const mount of mounts) mount(book, parts)
    },
    texts: createCommentTexts(db, parts),
    seedDemo: (threads) => seedDemo(parts, threads),
    async deleteUserData(tx, userIds) {
      const removed = await parts.writer.removeOfUsers(tx.withTables<CommentsTables>(), userIds)
      return () => void announceRemoved(parts, removed).catch(logFailure)
    },
    async exportOf(userId) {
      const comments = await parts.comments.allByUser(userId)
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
