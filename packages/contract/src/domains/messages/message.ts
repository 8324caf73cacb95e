import * as z from 'zod/mini'
import { unixSeconds } from '../../core/fields.ts'

/** What a message is about: word from the station, thumbs up and replies to a comment, a match that was subscribed to. */
export const MessageType = z.enum(['bulletin', 'comment_thumb_up', 'comment_commit', 'sub_live'])
export type MessageType = z.output<typeof MessageType>

/** How a message comes up by itself: not at all, on any page, on the home page alone. */
export const MessageDialog = z.union([z.literal(0), z.literal(1), z.literal(2)])
export type MessageDialog = z.output<typeof MessageDialog>

/** Bulletins are numbered apart from all other messages: `msgType` and `id` name a message. */
export const Message = z.object({
  id: z.int(),
  msgType: MessageType,
  /** Whether who asks has opened it. A visitor's browser remembers by itself which bulletins it has. */
  read: z.boolean(),
  dialog: MessageDialog,
  /** Where it happened; zeros for what has no place. */
  info: z.object({
    /** The title, channel or match. */
    id: z.int(),
    /** The stream of a channel or match; 0 is its first. */
    streamId: z.int(),
    /** The comment. */
    rid: z.int(),
    /** The path of that place; empty for none, and for what is gone. */
    url: z.string(),
  }),
  /** Whether it is fresh enough to come up by itself, if it is not read. */
  show: z.boolean(),
  /** Who caused it last; empty for the station, and for who is not known. */
  userNickName: z.string(),
  /** Address relative to `image_base`; empty shows the first letter of the name. */
  userPortrait: z.string(),
  vip: z.boolean(),
  title: z.string(),
  /** Plain text; lines are paragraphs. In lists the beginning of it. */
  content: z.string(),
  createTime: unixSeconds,
})
export type Message = z.output<typeof Message>

/** How much of each type is unread. */
export const MessageState = z.object({
  tabs: z.array(z.object({ value: MessageType, unread: z.int() })),
})
export type MessageState = z.output<typeof MessageState>
