import * as z from 'zod/mini'
import { defineCall } from '../../core/define-call.ts'
import { bodyId } from '../../core/fields.ts'

/** Ends blocking somebody. */
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
