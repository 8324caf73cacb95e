import type { CommentKind } from '@yunmu/contract'
import type { Kysely } from 'kysely'
import { nowSec } from '../../platform/process/clock.ts'
import type { CallBook } from '../../platform/calls/mount-call.ts'
import type { DomainModule } from '../../platform/domain-module.ts'
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
  exportOf(userId: number): Promise<CommentsExport>
  /** Comments for moderation. */
  texts: CommentTexts
  /** Adds comments of the demonstration programme's users, unless they have written already. */
  seedDemo(comments: readonly DemoThread[]): Promise<void>
  readonly module: DomainModule
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
    isOpen: ({ kind, subjectId }) => needs.subjects.isVisible({ kind, id: subjectId }),
    subjectOf: stores.comments.subjectOf,
  })
  const parts: CommentsParts = { ...needs, ...stores, versions }
  const logFailure = (err: unknown): void =>
    needs.log.error({ err }, 'notifications of deleted comments could not be removed')
  const exportOf = async (userId: number): Promise<CommentsExport> => {
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
  }
  return {
    texts: createCommentTexts(db, parts),
    seedDemo: (threads) => seedDemo(parts, threads),
    exportOf,
    module: {
      name: 'comments',
      calls(book) {
        for (const mount of mounts) mount(book, parts)
      },
      personalData: {
        exportOf,
        // A comment with replies stays as an empty one.
        async deleteOf(tx, userIds) {
          const removed = await parts.writer.removeOfUsers(tx.withTables<CommentsTables>(), userIds)
          return () => void announceRemoved(parts, removed).catch(logFailure)
        },
      },
    },
  }
}

export type { CommentsNeeds, CommentsTables }
