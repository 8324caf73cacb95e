import * as z from 'zod/mini'
import { defineCall } from '../../core/define-call.ts'
import { TextKind, textId } from './moderation.ts'
import { BlockedUser } from './user-blocks.ts'

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
