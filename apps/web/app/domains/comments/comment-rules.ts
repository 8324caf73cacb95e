import { commentBounds } from '@yunmu/contract/comment-bounds'
import { totalCap } from '@yunmu/contract/constants'
import type { CommentKind, CommentThread, Reply, Thumb } from '@yunmu/contract'
import { lengthOf } from '../../lib/text/text-length.ts'

/** Pure rules of comments. */

/** What comments belong to, such as a title. */
export interface CommentSubject {
  kind: CommentKind
  id: number
}

/** Input of the first page's call; the server renders the page with it. */
export const firstPage = ({ kind, id }: CommentSubject) => ({ kind, id, order: 'hot', page: 1 }) as const

export type Threads = readonly CommentThread[]

/** Fields that comments and replies share. */
export type CommentFields = Omit<CommentThread, 'replies'>

/** Formats a count; counting stops at the server's limit. */
export const countText = (count: number): string => (count >= totalCap ? `${totalCap - 1}+` : String(count))

/** From this length on, the remaining characters are shown. */
const warnFromLength = commentBounds.text.max - 100

/** Characters that may still be typed, negative if too many; null while the limit is far. */
export function remainingCharacters(text: string): number | null {
  const length = lengthOf(text)
  return length < warnFromLength ? null : commentBounds.text.max - length
}

/** Comment id in the fragment of an address; null if none. */
export function commentIdInHash(hash: string): number | null {
  const digits = /^#comment-([1-9]\d{0,9})$/.exec(hash)?.[1]
  return digits === undefined ? null : Number(digits)
}

/** A comment after the viewer pressed a thumb: the same thumb again removes it, the other thumb replaces it. */
export function withThumb<Item extends Pick<CommentFields, 'up' | 'down' | 'thumbed'>>(
  item: Item,
  pressed: Exclude<Thumb, 'none'>,
): Item {
  const thumbed: Thumb = item.thumbed === pressed ? 'none' : pressed
  const by = (thumb: Thumb): number => Number(thumbed === thumb) - Number(item.thumbed === thumb)
  return { ...item, thumbed, up: item.up + by('up'), down: item.down + by('down') }
}

/** Whether a thread contains a comment, among its loaded replies. */
export const containsComment = ({ id, replies }: CommentThread, wanted: number): boolean =>
  id === wanted || replies.list.some((reply) => reply.id === wanted)

/** Whether a reply is outside the part that is shown initially. */
export const isCollapsed = (list: readonly Reply[], wanted: number | null): boolean =>
  list.slice(commentBounds.repliesShown).some(({ id }) => id === wanted)

/** Applies a change to one comment or reply. */
export const withChange = (
  threads: Threads,
  id: number,
  change: (item: CommentFields) => Partial<CommentFields>,
): Threads =>
  threads.map((thread) => {
    if (thread.id === id) return { ...thread, ...change(thread) }
    if (!containsComment(thread, id)) return thread
    const list = thread.replies.list.map((reply) => (reply.id === id ? { ...reply, ...change(reply) } : reply))
    return { ...thread, replies: { ...thread.replies, list } }
  })

const deletedFields: Omit<CommentFields, 'id' | 'createTime' | 'up' | 'down'> = {
  userId: 0,
  userNickName: '',
  userPortrait: '',
  vip: false,
  content: '',
  mine: false,
  thumbed: 'none',
  gone: true,
}

/** Removes a comment or reply. A comment with replies stays as a placeholder. */
export const withoutComment = (threads: Threads, id: number): Threads =>
  threads.flatMap((thread) => {
    if (thread.id === id) return thread.replies.total > 0 ? [{ ...thread, ...deletedFields }] : []
    if (!containsComment(thread, id)) return [thread]
    const list = thread.replies.list.filter((reply) => reply.id !== id)
    return [{ ...thread, replies: { total: Math.max(list.length, thread.replies.total - 1), list } }]
  })

const sortById = (list: readonly Reply[]): Reply[] =>
  [...new Map(list.map((reply) => [reply.id, reply])).values()].toSorted((one, other) => one.id - other.id)

/** Adds the viewer's own reply at the end. */
export const withReply = (threads: Threads, threadId: number, reply: Reply): Threads =>
  threads.map((thread) => {
    if (thread.id !== threadId) return thread
    const { total, list } = thread.replies
    return { ...thread, replies: { total: total + 1, list: sortById([...list, reply]) } }
  })

/** Adds a loaded page of replies, oldest first. */
export const withReplies = (
  threads: Threads,
  threadId: number,
  { total, list }: { total: number; list: readonly Reply[] },
): Threads =>
  threads.map((thread) =>
    thread.id === threadId
      ? { ...thread, replies: { total, list: sortById([...thread.replies.list, ...list]) } }
      : thread,
  )

/** Converts the viewer's new comment to a thread. */
export const asThread = (comment: CommentFields): CommentThread => ({ ...comment, replies: { total: 0, list: [] } })

/** Loaded threads with the viewer's comments written while they were loading. */
export const withOwnNew = (loaded: Threads, written: Threads): Threads => [
  ...written.filter(({ id }) => !loaded.some((thread) => thread.id === id)),
  ...loaded,
]

/** Removes threads and replies of blocked users. */
export function withoutUsers(threads: Threads, hidden: ReadonlySet<number>): Threads {
  if (hidden.size === 0) return threads
  return threads.flatMap((thread) => {
    if (hidden.has(thread.userId)) return []
    const { total, list } = thread.replies
    const left = list.filter(({ userId }) => !hidden.has(userId))
    return [{ ...thread, replies: { total: total - (list.length - left.length), list: left } }]
  })
}
