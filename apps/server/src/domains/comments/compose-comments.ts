import { commentBounds, type CommentThread, type Reply, type Thumb } from '@yunmu/contract'
import type { KeptComment, Onlooker } from './comment-store.ts'
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

/** Comments, those of their answers that come with them, and how many answers there are, by the comment. */
export interface Talks {
  comments: readonly KeptComment[]
  replies: readonly KeptComment[]
  counts: ReadonlyMap<number, number>
}

/** Finds the first answers of comments, and how many each has for who asks. */
export async function talksOf(
  { comments: store }: Pick<CommentsParts, 'comments'>,
  comments: readonly KeptComment[],
  onlooker: Onlooker,
): Promise<Talks> {
  // For visitors the counts are kept; who is signed in may see answers that are held, and not see others.
  const isVisitor = onlooker.userId === null
  const asked = comments.filter(({ replyCount }) => !isVisitor || replyCount > 0).map(({ id }) => id)
  if (asked.length === 0) return { comments, replies: [], counts: new Map() }
  const [replies, counts] = await Promise.all([
    store.firstReplies(asked, onlooker, commentBounds.repliesShown),
    isVisitor ? new Map(comments.map(({ id, replyCount }) => [id, replyCount])) : store.replyCounts(asked, onlooker),
  ])
  return { comments, replies, counts }
}

/** Comments with those of their answers that are given, as who asks sees them, in their order. */
export async function composeThreads(
  parts: ComposeNeeds,
  { comments, replies, counts }: Talks,
  about: { viewerId: number | null; nowSec: number },
): Promise<CommentThread[]> {
  const around = await surroundingsOf(parts, [...comments, ...replies], about)
  const below = Map.groupBy(replies, ({ rootId }) => rootId)
  return comments.map((comment) => {
    const list = (below.get(comment.id) ?? []).map((reply) => replyOf(reply, around))
    return { ...placed(comment, around), replies: { total: counts.get(comment.id) ?? 0, list } }
  })
}
