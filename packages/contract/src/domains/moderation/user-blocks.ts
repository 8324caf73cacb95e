import * as z from 'zod/mini'
import { defineCall } from '../../core/define-call.ts'
import { TextKind } from './moderation.ts'

/** A blocked user. Blocked at a comment, it has a name; blocked at a danmaku, it has only the anonymous `user` key. */
export const BlockedUser = z.object({
  /** Kind of text that was blocked. */
  kind: TextKind,
  /** 0 if blocked at a danmaku. */
  userId: z.int(),
  userNickName: z.string(),
  userPortrait: z.string(),
  /** As in `Danmaku.user`; empty if blocked at a comment. */
  user: z.string(),
})
export type BlockedUser = z.output<typeof BlockedUser>

/** `Danmaku.user` of all hidden senders, in an order that does not reveal who is who. */
export const blockedMarks = z.array(z.string())

/** Users blocked by the caller, latest first. */
export const userBlocks = defineCall({
  name: 'userBlocks',
  summary: 'Whom I block',
  method: 'POST',
  path: '/pub/user/blocks',
  caller: 'user',
  send: z.object({}),
  reply: z.object({ list: z.array(BlockedUser), marks: blockedMarks }),
  refusals: [],
})
