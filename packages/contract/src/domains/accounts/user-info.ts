import * as z from 'zod/mini'
import { defineCall } from '../../core/define-call.ts'
import { UserInfo } from './account-fields.ts'

/** The signed-in user. */
export const userInfo = defineCall({
  name: 'userInfo',
  summary: 'Who is signed in',
  method: 'POST',
  path: '/pub/user/info',
  caller: 'user',
  send: z.object({}),
  reply: UserInfo,
  refusals: [],
})
