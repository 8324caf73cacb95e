import * as z from 'zod/mini'
import { unixSeconds } from '../../core/fields.ts'

/** Kinds of messages: bulletin, thumb up and reply to a comment, start of a subscribed match, what a user asked to be reminded of. */
export const MessageType = z.enum(['bulletin', 'comment_thumb_up', 'comment_commit', 'sub_live', 'reminder'])
export type MessageType = z.output<typeof MessageType>

/** Automatic display: never, on any page, on the home page only. */
export const MessageDialog = z.union([z.literal(0), z.literal(1), z.literal(2)])
export type MessageDialog = z.output<typeof MessageDialog>

/** Bulletins have their own ids: `msgType` and `id` together identify a message. */
export const Message = z.object({
  id: z.int(),
  msgType: MessageType,
  /** Whether the caller has opened it. For visitors the browser remembers opened bulletins. */
  read: z.boolean(),
  dialog: MessageDialog,
  /** What the message refers to; zeros if nothing. */
  info: z.object({
    /** The title, channel or match. */
    id: z.int(),
    /** The stream of a channel or match; 0 is its first. */
    streamId: z.int(),
    /** The comment. */
    rid: z.int(),
    /** Path of the page; empty if there is none or the content was deleted. */
    url: z.string(),
  }),
  /** Whether it is recent enough to be shown automatically while unread. */
  show: z.boolean(),
  /** Last user who caused it; empty for the station and unknown users. */
  userNickName: z.string(),
  /** Address relative to `image_base`; empty shows the first letter of the name. */
  userPortrait: z.string(),
  vip: z.boolean(),
  title: z.string(),
  /** Plain text with a paragraph per line. Lists contain only the beginning. */
  content: z.string(),
  createTime: unixSeconds,
})
export type Message = z.output<typeof Message>

/** Unread counts by type. */
export const MessageState = z.object({
  tabs: z.array(z.object({ value: MessageType, unread: z.int() })),
})
export type MessageState = z.output<typeof MessageState>
