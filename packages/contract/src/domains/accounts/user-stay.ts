import * as z from 'zod/mini'
import { defineCall } from '../../core/define-call.ts'
import { UserInfo } from './account-fields.ts'

/** Cancels the requested deletion of the account. */
export const userStay = defineCall({
  name: 'userStay',
  summary: 'Takes back the request to delete the account',
  method: 'POST',
  path: '/pub/user/stay',
  caller: 'user',
  send: z.object({}),
  reply: UserInfo,
  refusals: [],
})
