import * as z from 'zod/mini'
import { unixSeconds } from '../../core/fields.ts'
import { CommentKind } from '../../core/subject-kinds.ts'

/** Kinds of public texts. */
export const TextKind = z.enum(['comment', 'danmaku'])
export type TextKind = z.output<typeof TextKind>

/** Visible to all; held: visible to the author only; removed: visible to nobody. */
export const TextState = z.enum(['shown', 'held', 'removed'])
export type TextState = z.output<typeof TextState>

/** Reasons of reports. */
export const ReportReason = z.enum(['abuse', 'spam', 'porn', 'politics', 'spoiler', 'other'])
export type ReportReason = z.output<typeof ReportReason>

/** A digit string: ids of comments and danmaku. */
export const textId = z.string().check(z.regex(/^[1-9]\d{0,17}$/))

/** A text that awaits review. */
export const QueueItem = z.object({
  kind: TextKind,
  id: z.string(),
  state: TextState,
  text: z.string(),
  createTime: unixSeconds,
  userId: z.int(),
  userNickName: z.string(),
  /** Subject of the text. */
  place: z.object({ kind: CommentKind, id: z.int(), level: z.int(), name: z.string() }),
  /** Match of the rules; empty if users reported it. */
  found: z.string(),
  reports: z.int(),
  reasons: z.array(ReportReason),
})
export type QueueItem = z.output<typeof QueueItem>
