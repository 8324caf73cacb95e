import type { CommentThread, Reply, Thumb } from '@yunmu/contract'
import type { KeptComment } from './comment-store.ts'
import type { Author, CommentsParts } from './comments-needs.ts'

type Placed = Omit<CommentThread, 'replies'>

/** What it takes to show comments, fetched in one batch. */
interface Surroundings {
  viewerId: number | null
  people: ReadonlyMap<number, Author>
  thumbs: ReadonlyMap<number, Thumb>
  /** Who wrote what is answered. */
  writers: ReadonlyMap<number, number>
}

export type ComposeNeeds = Pick<CommentsParts, 'authors' | 'comments' | 'thumbs'>

async function surroundingsOf(
  { authors, comments: store, thumbs }: ComposeNeeds,
  comments: readonly KeptComment[],
  { viewerId, nowSec }: { viewerId: number | null; nowSec: number },
): Promise<Surroundings> {
  const answered = comments.flatMap(({ replyTo, rootId }) => (replyTo === null || replyTo === rootId ? [] : [replyTo]))
  const ids = comments.map(({ id }) => id)
  const [writers, own] = await Promise.all([
    answered.length === 0 ? new Map<number, number>() : store.writersOf(answered),
    viewerId === null || ids.length === 0 ? new Map<number, Thumb>() : thumbs.of(viewerId, ids),
  ])
  const userIds = new Set([...writers.values(), ...comments.flatMap(({ userId }) => userId ?? [])])
  const people = userIds.size === 0 ? new Map<number, Author>() : await authors([...userIds], nowSec)
  return { viewerId, people, thumbs: own, writers }
}

function placed(comment: KeptComment, { viewerId, people, thumbs }: Surroundings): Placed {
  const author = comment.userId === null ? undefined : people.get(comment.userId)
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

function replyOf(comment: KeptComment, around: Surroundings): Reply {
  const { replyTo, rootId } = comment
  const writer = replyTo === null ? undefined : around.writers.get(replyTo)
  const userNickName = writer === undefined ? '' : (around.people.get(writer)?.nickname ?? '')
  const isDirect = replyTo === null || replyTo === rootId
  return { ...placed(comment, around), replyTo: isDirect ? null : { id: replyTo, userNickName } }
}

/** Answers as who asks sees them, in their order. */
export async function composeReplies(
  parts: ComposeNeeds,
  comments: readonly KeptComment[],
  about: { viewerId: number | null; nowSec: number },
): Promise<Reply[]> {
  const around = await surroundingsOf(parts, comments, about)
  return comments.map((comment) => replyOf(comment, around))
}

/** Comments with those of their answers that are given, as who asks sees them, in their order. */
export async function composeThreads(
  parts: ComposeNeeds,
  { comments, replies }: { comments: readonly KeptComment[]; replies: readonly KeptComment[] },
  about: { viewerId: number | null; nowSec: number },
): Promise<CommentThread[]> {
  const around = await surroundingsOf(parts, [...comments, ...replies], about)
  const below = Map.groupBy(replies, ({ rootId }) => rootId)
  return comments.map((comment) => {
    const list = (below.get(comment.id) ?? []).map((reply) => replyOf(reply, around))
    return { ...placed(comment, around), replies: { total: Math.max(comment.replyCount, list.length), list } }
  })
}
