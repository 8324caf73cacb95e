import * as z from 'zod/mini'
import { defineCall } from '../../core/define-call.ts'

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
