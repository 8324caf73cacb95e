import * as z from 'zod/mini'
import { defineCall } from '../../core/define-call.ts'
import { TextKind, textId } from './moderation.ts'
import { BlockedUser, blockedMarks } from './user-blocks.ts'

/**
 * Blocks who wrote a comment, whose comments and danmaku are hidden from me and whose answers and thumbs tell me nothing;
 * or who wrote a danmaku, whose danmaku are hidden: were their comments to vanish as well, I would know who it is.
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
