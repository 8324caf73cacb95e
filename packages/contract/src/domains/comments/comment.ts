import * as z from 'zod/mini'
import { unixSeconds } from '../../core/fields.ts'

/** What a comment may stand under: a title, a channel, a match. */
export const CommentKind = z.enum(['vod', 'live', 'match'])
export type CommentKind = z.output<typeof CommentKind>

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
