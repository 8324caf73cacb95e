import { commentBounds, type CommentThread, type Reply, type Thumb } from '@yunmu/contract'
import type { StoredComment, Caller } from './comment-store.ts'
import type { Author, CommentsParts } from './comments-needs.ts'

type CommentFields = Omit<CommentThread, 'replies'>

/** Related data for composing comments, loaded in one batch. */
interface ComposeContext {
  viewerId: number | null
  authors: ReadonlyMap<number, Author>
  thumbs: ReadonlyMap<number, Thumb>
  /** Authors of the comments that are answered. */
  authorIds: ReadonlyMap<number, number>
}

export type ComposeNeeds = Pick<CommentsParts, 'authors' | 'comments' | 'thumbs'>

async function loadContext(
  { authors, comments: store, thumbs }: ComposeNeeds,
  comments: readonly StoredComment[],
  { viewerId, nowSec }: { viewerId: number | null; nowSec: number },
): Promise<ComposeContext> {
  const answered = comments.flatMap(({ replyTo, rootId }) => (replyTo === null || replyTo === rootId ? [] : [replyTo]))
  const ids = comments.map(({ id }) => id)
  const [authorIds, own] = await Promise.all([
    answered.length === 0 ? new Map<number, number>() : store.authorIdsOf(answered),
    viewerId === null || ids.length === 0 ? new Map<number, Thumb>() : thumbs.of(viewerId, ids),
  ])
  const userIds = new Set([...authorIds.values(), ...comments.flatMap(({ userId }) => userId ?? [])])
  const authorsById = userIds.size === 0 ? new Map<number, Author>() : await authors([...userIds], nowSec)
  return { viewerId, authors: authorsById, thumbs: own, authorIds }
}

function commentFields(comment: StoredComment, { viewerId, authors, thumbs }: ComposeContext): CommentFields {
  const author = comment.userId === null ? undefined : authors.get(comment.userId)
  return {
    id: comment.id,
    userId: comment.userId ?? 0,
    userNickName: author?.nickname ?? '',
    userPortrait: author?.portrait ?? '',
    vip: author?.isVip ?? false,
    content: comment.content,
    createTime: comment.createdAt,
    up: comment.up,
    down: comment.down,
    mine: viewerId !== null && comment.userId === viewerId,
    thumbed: thumbs.get(comment.id) ?? 'none',
    gone: comment.state === 'removed',
  }
}

function toReply(comment: StoredComment, context: ComposeContext): Reply {
  const { replyTo, rootId } = comment
  const authorId = replyTo === null ? undefined : context.authorIds.get(replyTo)
  const userNickName = authorId === undefined ? '' : (context.authors.get(authorId)?.nickname ?? '')
  const isDirect = replyTo === null || replyTo === rootId
  return { ...commentFields(comment, context), replyTo: isDirect ? null : { id: replyTo, userNickName } }
}

/** Replies as the caller sees them, in their order. */
export async function composeReplies(
  parts: ComposeNeeds,
  comments: readonly StoredComment[],
  view: { viewerId: number | null; nowSec: number },
): Promise<Reply[]> {
  const context = await loadContext(parts, comments, view)
  return comments.map((comment) => toReply(comment, context))
}

/** Comments with their first replies, and the number of replies by comment id. */
export interface Threads {
  comments: readonly StoredComment[]
  replies: readonly StoredComment[]
  counts: ReadonlyMap<number, number>
}

/** Loads the first replies of comments, and the number of replies that the caller sees. */
export async function loadThreads(
  { comments: store }: Pick<CommentsParts, 'comments'>,
  comments: readonly StoredComment[],
  caller: Caller,
): Promise<Threads> {
  // For visitors the stored counts are right. A signed-in user may see own held replies, and not those of blocked
  // users.
  const isVisitor = caller.userId === null
  const rootIds = comments.filter(({ replyCount }) => !isVisitor || replyCount > 0).map(({ id }) => id)
  if (rootIds.length === 0) return { comments, replies: [], counts: new Map() }
  const [replies, counts] = await Promise.all([
    store.firstReplies(rootIds, caller, commentBounds.repliesShown),
    isVisitor ? new Map(comments.map(({ id, replyCount }) => [id, replyCount])) : store.replyCounts(rootIds, caller),
  ])
  return { comments, replies, counts }
}

/** Comments with the given replies as the caller sees them, in their order. */
export async function composeThreads(
  parts: ComposeNeeds,
  { comments, replies, counts }: Threads,
  view: { viewerId: number | null; nowSec: number },
): Promise<CommentThread[]> {
  const context = await loadContext(parts, [...comments, ...replies], view)
  const repliesByRoot = Map.groupBy(replies, ({ rootId }) => rootId)
  return comments.map((comment) => {
    const list = (repliesByRoot.get(comment.id) ?? []).map((reply) => toReply(reply, context))
    return { ...commentFields(comment, context), replies: { total: counts.get(comment.id) ?? 0, list } }
  })
}
