import * as z from 'zod/mini'
import { defineCall } from '../../core/define-call.ts'
import { TextKind, textId } from './moderation.ts'
import { BlockedUser, blockedMarks } from './user-blocks.ts'

/**
 * Blocks the author of a comment (hides comments and danmaku, and suppresses notifications of replies and thumbs), or
 * the sender of a danmaku (hides danmaku only: hiding the comments as well would reveal the sender).
 */
export const userBlock = defineCall({
  name: 'userBlock',
  summary: 'Blocks somebody',
  method: 'POST',
  path: '/pub/user/block',
  caller: 'user',
  send: z.object({ kind: TextKind, id: textId }),
  reply: z.object({ blocked: BlockedUser, marks: blockedMarks }),
  refusals: ['NoSuchComment', 'NoSuchDanmaku', 'BlockSelf', 'TooManyBlocks'],
})
