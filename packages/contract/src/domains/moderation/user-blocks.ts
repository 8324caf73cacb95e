import * as z from 'zod/mini'
import { defineCall } from '../../core/define-call.ts'
import { bodyId } from '../../core/fields.ts'
import { TextKind, textId } from './moderation.ts'

/** Somebody whose words one does not want to see. */
export const BlockedUser = z.object({
  userId: z.int(),
  userNickName: z.string(),
  userPortrait: z.string(),
  /** As in `Danmaku.user`. */
  user: z.string(),
})
export type BlockedUser = z.output<typeof BlockedUser>

/** Whom I do not want to see. */
export const userBlocks = defineCall({
  name: 'userBlocks',
  summary: 'Whom I block',
  method: 'POST',
  path: '/pub/user/blocks',
  caller: 'user',
  send: z.object({}),
  reply: z.object({ list: z.array(BlockedUser) }),
  refusals: [],
})

/** Blocks who wrote a comment or danmaku: their words are hidden from me, and theirs to me tell me nothing. */
export const userBlock = defineCall({
  name: 'userBlock',
  summary: 'Blocks somebody',
  method: 'POST',
  path: '/pub/user/block',
  caller: 'user',
  send: z.object({ kind: TextKind, id: textId }),
  reply: z.object({ blocked: BlockedUser }),
  refusals: ['NoSuchComment', 'NoSuchDanmaku', 'BlockSelf', 'TooManyBlocks'],
})

/** Ends that. */
export const userUnblock = defineCall({
  name: 'userUnblock',
  summary: 'Ends blocking somebody',
  method: 'POST',
  path: '/pub/user/unblock',
  caller: 'user',
  send: z.object({ userId: bodyId }),
  reply: z.object({}),
  refusals: [],
})
