import * as z from 'zod/mini'
import { defineCall } from '../../core/define-call.ts'
import { TextKind } from './moderation.ts'

/**
 * Somebody whose words one does not want to see. Who was met at a comment has a name; who was met at a danmaku has nothing
 * but `user`, and is not known among those who comment.
 */
export const BlockedUser = z.object({
  /** What the block began at. */
  kind: TextKind,
  /** 0 of who was met at a danmaku. */
  userId: z.int(),
  userNickName: z.string(),
  userPortrait: z.string(),
  /** As in `Danmaku.user`; empty of who was met at a comment. */
  user: z.string(),
})
export type BlockedUser = z.output<typeof BlockedUser>

/** `Danmaku.user` of all whose danmaku are to be hidden, in no order that tells whose is which. */
export const blockedMarks = z.array(z.string())

/** Whom I do not want to see, the latest first. */
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
