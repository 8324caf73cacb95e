import * as z from 'zod/mini'
import { defineCall } from '../../core/define-call.ts'
import { bodyId } from '../../core/fields.ts'
import { blockedMarks } from './user-blocks.ts'

/** Unblocks a user: by `userId` if blocked at a comment, by `user` if blocked at a danmaku. */
export const userUnblock = defineCall({
  name: 'userUnblock',
  summary: 'Ends blocking somebody',
  method: 'POST',
  path: '/pub/user/unblock',
  caller: 'user',
  send: z.object({ userId: z.optional(bodyId), user: z.optional(z.string().check(z.regex(/^[\w-]{16}$/))) }),
  reply: z.object({ marks: blockedMarks }),
  refusals: [],
})
