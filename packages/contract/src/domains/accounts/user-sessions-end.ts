import * as z from 'zod/mini'
import { defineCall } from '../../core/define-call.ts'

/** Ends all other sessions of the user's account. */
export const userSessionsEnd = defineCall({
  name: 'userSessionsEnd',
  summary: 'Ends all other sessions',
  method: 'POST',
  path: '/pub/user/sessions/end',
  caller: 'user',
  send: z.object({}),
  reply: z.object({ ended: z.int() }),
  refusals: [],
})
