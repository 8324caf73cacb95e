import * as z from 'zod/mini'
import { defineCall } from '../../core/define-call.ts'

/** Ends one session of the user's account. */
export const userSessionEnd = defineCall({
  name: 'userSessionEnd',
  summary: 'Ends one session',
  method: 'POST',
  path: '/pub/user/session/end',
  caller: 'user',
  send: z.object({ id: z.string().check(z.maxLength(36)) }),
  reply: z.object({}),
  refusals: ['NoSuchSession'],
})
