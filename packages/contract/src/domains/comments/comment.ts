import * as z from 'zod/mini'
import { unixSeconds } from '../../core/fields.ts'

/** What a comment may stand under: a title, a channel, a match. */
export const CommentKind = z.enum(['vod', 'live', 'match'])
export type CommentKind = z.output<typeof CommentKind>

/** Newest first, or what was liked and answered most. */
export const CommentOrder = z.enum(['new', 'hot'])
export type CommentOrder = z.output<typeof CommentOrder>

/** What somebody thinks of a comment. */
export const Thumb = z.enum(['up', 'down', 'none'])
export type Thumb = z.output<typeof Thumb>

/** What somebody wrote under something. */
export const Comment = z.object({
  id: z.int(),
  userId: z.int(),
  userNickName: z.string(),
  /** Address relative to `image_base`; empty shows the first letter of the name. */
  userPortrait: z.string(),
  vip: z.boolean(),
  content: z.string(),
  createTime: unixSeconds,
  /** How many thumbs up and down it has. */
  up: z.int(),
  down: z.int(),
  /** Whether who asks wrote it. */
  mine: z.boolean(),
})
export type Comment = z.output<typeof Comment>

/** A comment as it stands among others. */
const PlacedComment = z.object({
  ...Comment.shape,
  /** What who asks thinks of it. */
  thumbed: Thumb,
  /** Gone, but its replies stay: text and author are empty. */
  gone: z.boolean(),
})

/** An answer. However deep a talk goes, answers stand in one list under the comment that it began with. */
export const Reply = z.object({
  ...PlacedComment.shape,
  /** Whom it answers, where that is not who began. */
  replyTo: z.nullable(z.object({ id: z.int(), userNickName: z.string() })),
})
export type Reply = z.output<typeof Reply>

/** A comment with the first of its answers, the oldest first. */
export const CommentThread = z.object({
  ...PlacedComment.shape,
  replies: z.object({ total: z.int(), list: z.array(Reply) }),
})
export type CommentThread = z.output<typeof CommentThread>

/** A comment beside what it is about. */
export const OwnComment = z.object({
  ...Comment.shape,
  about: z.object({
    kind: CommentKind,
    id: z.int(),
    /** Of a title, for its address; 0 for others and what is gone. */
    pidId: z.int(),
    /** Of a channel, for its address; empty for others and what is gone. */
    types: z.string(),
    /** Empty where it is gone. */
    name: z.string(),
    /** Relative to `image_base`; empty where there is none. */
    img: z.string(),
    /** Whether it can still be opened. */
    gone: z.boolean(),
  }),
})
export type OwnComment = z.output<typeof OwnComment>
