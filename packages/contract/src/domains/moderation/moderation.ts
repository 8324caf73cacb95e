import * as z from 'zod/mini'
import { unixSeconds } from '../../core/fields.ts'
import { CommentKind } from '../comments/comment.ts'

/** What people write in the open. */
export const TextKind = z.enum(['comment', 'danmaku'])
export type TextKind = z.output<typeof TextKind>

/** Shown to all; held, which only its author sees; removed, which nobody does. */
export const TextState = z.enum(['shown', 'held', 'removed'])
export type TextState = z.output<typeof TextState>

/** Why somebody reports a text. */
export const ReportReason = z.enum(['abuse', 'spam', 'porn', 'politics', 'spoiler', 'other'])
export type ReportReason = z.output<typeof ReportReason>

/** A digit string: ids of comments and danmaku. */
export const textId = z.string().check(z.regex(/^[1-9]\d{0,17}$/))

/** A text that an operator should look at. */
export const QueueItem = z.object({
  kind: TextKind,
  id: z.string(),
  state: TextState,
  text: z.string(),
  createTime: unixSeconds,
  userId: z.int(),
  userNickName: z.string(),
  /** Where it stands. */
  place: z.object({ kind: CommentKind, id: z.int(), level: z.int(), name: z.string() }),
  /** What the rules found; empty where people reported it. */
  found: z.string(),
  reports: z.int(),
  reasons: z.array(ReportReason),
})
export type QueueItem = z.output<typeof QueueItem>
