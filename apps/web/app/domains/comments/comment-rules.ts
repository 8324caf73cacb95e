import { commentBounds } from '@yunmu/contract/comment-bounds'
import { totalCap } from '@yunmu/contract/constants'
import type { CommentKind, CommentThread, Reply, Thumb } from '@yunmu/contract'
import { lengthOf } from '../../lib/text/text-length.ts'

/** Pure rules of what people write under something. */

/** What they write under. */
export interface CommentPlace {
  kind: CommentKind
  id: number
}

/** What is asked for first: a page from the server comes with it. */
export const firstPage = ({ kind, id }: CommentPlace) => ({ kind, id, order: 'hot', page: 1 }) as const

export type Threads = readonly CommentThread[]

/** What comments and answers have in common. */
export type Placed = Omit<CommentThread, 'replies'>

/** How many there are, in words: what is counted ends somewhere. */
export const countWords = (count: number): string => (count >= totalCap ? `${totalCap - 1}+` : String(count))

/** From here on it is told how much room is left. */
const nearBound = commentBounds.text.most - 100

/** How many characters may still be written, below 0 for too many; null while that is far off. */
export function roomLeft(text: string): number | null {
  const length = lengthOf(text)
  return length < nearBound ? null : commentBounds.text.most - length
}

/** The comment that the end of an address names; null for none. */
export function commentOfHash(hash: string): number | null {
  const digits = /^#comment-([1-9]\d{0,9})$/.exec(hash)?.[1]
  return digits === undefined ? null : Number(digits)
}

/** A comment after a thumb was pressed: the same again takes it back, and one takes the other back. */
export function withThumb<Item extends Pick<Placed, 'up' | 'down' | 'thumbed'>>(
  item: Item,
  pressed: Exclude<Thumb, 'none'>,
): Item {
  const thumbed: Thumb = item.thumbed === pressed ? 'none' : pressed
  const by = (thumb: Thumb): number => Number(thumbed === thumb) - Number(item.thumbed === thumb)
  return { ...item, thumbed, up: item.up + by('up'), down: item.down + by('down') }
}

/** Whether a comment or answer stands in a talk, among those answers that have come. */
export const holds = ({ id, replies }: CommentThread, wanted: number): boolean =>
  id === wanted || replies.list.some((reply) => reply.id === wanted)

/** Whether an answer is behind those that are shown before anybody asks for more. */
export const isFolded = (list: readonly Reply[], wanted: number | null): boolean =>
  list.slice(commentBounds.repliesShown).some(({ id }) => id === wanted)

/** Comments of which one, or an answer, became another. */
export const withChange = (threads: Threads, id: number, change: (item: Placed) => Partial<Placed>): Threads =>
  threads.map((thread) => {
    if (thread.id === id) return { ...thread, ...change(thread) }
    if (!holds(thread, id)) return thread
    const list = thread.replies.list.map((reply) => (reply.id === id ? { ...reply, ...change(reply) } : reply))
    return { ...thread, replies: { ...thread.replies, list } }
  })

const takenBack: Omit<Placed, 'id' | 'createTime' | 'up' | 'down'> = {
  userId: 0,
  userNickName: '',
  userPortrait: '',
  vip: false,
  content: '',
  mine: false,
  thumbed: 'none',
  gone: true,
}

/** Comments without one, or without an answer. What was answered stays as the place of its answers. */
export const without = (threads: Threads, id: number): Threads =>
  threads.flatMap((thread) => {
    if (thread.id === id) return thread.replies.total > 0 ? [{ ...thread, ...takenBack }] : []
    if (!holds(thread, id)) return [thread]
    const list = thread.replies.list.filter((reply) => reply.id !== id)
    return [{ ...thread, replies: { total: Math.max(list.length, thread.replies.total - 1), list } }]
  })

const inOrder = (list: readonly Reply[]): Reply[] =>
  [...new Map(list.map((reply) => [reply.id, reply])).values()].toSorted((one, other) => one.id - other.id)

/** Comments with an answer of one's own, which stands at the end. */
export const withReply = (threads: Threads, threadId: number, reply: Reply): Threads =>
  threads.map((thread) => {
    if (thread.id !== threadId) return thread
    const { total, list } = thread.replies
    return { ...thread, replies: { total: total + 1, list: inOrder([...list, reply]) } }
  })

/** Comments with more of the answers to one, which stand the oldest first. */
export const withReplies = (
  threads: Threads,
  threadId: number,
  { total, list }: { total: number; list: readonly Reply[] },
): Threads =>
  threads.map((thread) =>
    thread.id === threadId
      ? { ...thread, replies: { total, list: inOrder([...thread.replies.list, ...list]) } }
      : thread,
  )

/** A comment of one's own, as it stands among others. */
export const asThread = (comment: Placed): CommentThread => ({ ...comment, replies: { total: 0, list: [] } })

/** Comments as they came, with those that were written while they were on their way. */
export const withWritten = (came: Threads, written: Threads): Threads => [
  ...written.filter(({ id }) => !came.some((thread) => thread.id === id)),
  ...came,
]

/** What remains to be read for somebody who does not want to see some people. */
export function withoutPeople(threads: Threads, hidden: ReadonlySet<number>): Threads {
  if (hidden.size === 0) return threads
  return threads.flatMap((thread) => {
    if (hidden.has(thread.userId)) return []
    const { total, list } = thread.replies
    const left = list.filter(({ userId }) => !hidden.has(userId))
    return [{ ...thread, replies: { total: total - (list.length - left.length), list: left } }]
  })
}
