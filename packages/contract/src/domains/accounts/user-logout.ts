import * as z from 'zod/mini'
import { defineCall } from '../../core/define-call.ts'

/** Ends this session. */
export const userLogout = defineCall({
  name: 'userLogout',
  summary: 'Signs out',
  method: 'POST',
  path: '/pub/user/logout',
  caller: 'user',
  send: z.object({}),
  reply: z.object({}),
  refusals: [],
})
