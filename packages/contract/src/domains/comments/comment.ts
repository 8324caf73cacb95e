import * as z from 'zod/mini'
import { orderSegment, unixSeconds } from '../../core/fields.ts'
import { CommentKind } from '../../core/subject-kinds.ts'

/** Newest first, or most liked and replied to first. */
export const CommentOrder = z.enum(['new', 'hot'])
export type CommentOrder = z.output<typeof CommentOrder>

export const commentOrderSegment = orderSegment(CommentOrder, 'new')

/** The caller's opinion of a comment. */
export const Thumb = z.enum(['up', 'down', 'none'])
export type Thumb = z.output<typeof Thumb>

/** A comment without its context. */
export const Comment = z.object({
  id: z.int(),
  userId: z.int(),
  userNickName: z.string(),
  /** Address relative to `image_base`; empty shows the first letter of the name. */
  userPortrait: z.string(),
  vip: z.boolean(),
  content: z.string(),
  createTime: unixSeconds,
  /** Numbers of thumbs up and down. */
  up: z.int(),
  down: z.int(),
  /** Whether the caller wrote it. */
  mine: z.boolean(),
})
export type Comment = z.output<typeof Comment>

/** A comment in a list. */
const ListedComment = z.object({
  ...Comment.shape,
  /** The caller's thumb. */
  thumbed: Thumb,
  /** Deleted, but its replies stay: text and author are empty. */
  gone: z.boolean(),
})

/** A reply. Replies of any depth are in one list below the thread's first comment. */
export const Reply = z.object({
  ...ListedComment.shape,
  /** Author being replied to, if not the thread's. */
  replyTo: z.nullable(z.object({ id: z.int(), userNickName: z.string() })),
})
export type Reply = z.output<typeof Reply>

/** A comment with its first replies, oldest first. */
export const CommentThread = z.object({
  ...ListedComment.shape,
  replies: z.object({ total: z.int(), list: z.array(Reply) }),
})
export type CommentThread = z.output<typeof CommentThread>

/** An own comment with its subject. */
export const OwnComment = z.object({
  ...Comment.shape,
  about: z.object({
    kind: CommentKind,
    id: z.int(),
    /** Path of its page; empty if deleted. */
    url: z.string(),
    /** Empty if deleted. */
    name: z.string(),
    /** Relative to `image_base`; empty if there is none. */
    img: z.string(),
    /** Whether the subject no longer exists. */
    gone: z.boolean(),
  }),
})
export type OwnComment = z.output<typeof OwnComment>
