import type { CommentKind } from '@yunmu/contract'
import type { Transaction } from 'kysely'
import { nowSec } from '../../platform/process/clock.ts'
import type { CallRegistry } from '../../platform/calls/mount-call.ts'
import type { DomainModule } from '../../platform/domain-module.ts'
import { moveComments } from './belongings-store.ts'
import { mountCommentCaptcha } from './calls/comment-captcha.ts'
import { mountCommentCommit } from './calls/comment-commit.ts'
import { mountCommentDelete } from './calls/comment-delete.ts'
import { mountCommentList } from './calls/comment-list.ts'
import { mountCommentReplies } from './calls/comment-replies.ts'
import { mountCommentThread } from './calls/comment-thread.ts'
import { mountCommentThumbs } from './calls/comment-thumb.ts'
import { mountMyCommentList } from './calls/my-comment-list.ts'
import { commentsMoved, recordCommentChanges } from './comments-events.ts'
import { createCommentedSubjects } from './commented-subjects.ts'
import { createCommentStore } from './comment-store.ts'
import { subjectRefOf } from './own-comments.ts'
import type { CommentsNeeds, CommentsParts, CommentsPlatform } from './comments-needs.ts'
import { createThumbLimit } from './thumb-limit.ts'
import type { CommentsTables } from './comments-tables.ts'
import { seedDemo, type DemoThreads } from './seed-demo.ts'
import { announceRemoved, createCommentTexts, type CommentTexts } from './texts.ts'
import { createCommentVersions } from './comment-versions.ts'
import { createThumbStore } from './thumb-store.ts'
import { createWriterStore, type ImportedComment } from './writer-store.ts'
import { commentsExchange } from './comments-exchange.ts'

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
  seedDemo(threads: readonly DemoThreads[]): Promise<void>
  /** Moves the comments of a title to another. */
  moveIn(
    tx: Transaction<unknown>,
    move: { from: number; to: number; only: Readonly<Record<string, readonly number[]>> | null },
  ): Promise<Record<string, number[]>>
  /**
   * Adds comments of an older system, in the caller's transaction. Returns their ids, in their order; null for those whose
   * answered comment is gone.
   */
  importIn(tx: Transaction<unknown>, comments: readonly ImportedComment[]): Promise<(number | null)[]>
  readonly module: DomainModule
}

const mounts: readonly ((registry: CallRegistry, parts: CommentsParts) => void)[] = [
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
export function createComments(platform: CommentsPlatform, needs: CommentsNeeds): Comments {
  const { clock, events, changes, log, db: stationDb } = platform
  const db = stationDb.withTables<CommentsTables>()
  const stores = {
    comments: createCommentStore(db),
    thumbs: createThumbStore(db),
    writer: createWriterStore(db),
  }
  recordCommentChanges(platform)
  const versions = createCommentVersions(events, {
    isOpen: ({ kind, subjectId }) => needs.subjects.isVisible({ kind, id: subjectId }),
    subjectOf: stores.comments.subjectOf,
  })
  const commented = createCommentedSubjects(events, stores.comments.listSubjects)
  const mayThumb = createThumbLimit(platform.channel)
  const parts: CommentsParts = { clock, events, changes, log, ...needs, ...stores, versions, commented, mayThumb }
  const logFailure = (err: unknown): void =>
    log.error({ err }, 'notifications of deleted comments could not be removed')
  const exportOf = async (userId: number): Promise<CommentsExport> => {
    const comments = await parts.comments.allByUser(userId)
    const summaryOf = await needs.subjects.findSummaries(comments.map(subjectRefOf), nowSec(clock))
    return comments.map((comment) => ({
      id: comment.id,
      about: { kind: comment.kind, id: comment.subjectId, name: summaryOf(subjectRefOf(comment))?.name ?? '' },
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
    async moveIn(tx, { from, to, only }) {
      const comments = await moveComments(tx.withTables<CommentsTables>(), {
        from,
        to,
        only: only && (only['comment'] ?? []),
      })
      await events.announceIn(tx, commentsMoved, { from, to })
      return { comment: comments }
    },
    importIn: (tx, comments) => createWriterStore(tx.withTables<CommentsTables>()).addImported(comments),
    module: {
      name: 'comments',
      exchange: commentsExchange,
      calls(registry) {
        for (const mount of mounts) mount(registry, parts)
      },
      personalData: {
        exportOf,
        countOf: async (userId) => ({ comments: await parts.comments.countSince(userId, 0) }),
        // A comment with replies stays as an empty one.
        async deleteOf(tx, userIds) {
          const removed = await parts.writer.removeOfUsers(tx.withTables<CommentsTables>(), userIds)
          return () => void announceRemoved(parts, removed).catch(logFailure)
        },
      },
    },
  }
}

export { commentsChanged } from './comments-events.ts'
export type { CommentsNeeds, ImportedComment }
