import * as z from 'zod/mini'
import { defineCall } from '../../core/define-call.ts'
import { typedText, UserInfo } from './account-fields.ts'

/** Requests deletion of the account and all of its data in 30 days. */
export const userLeave = defineCall({
  name: 'userLeave',
  summary: 'Asks for the account to be deleted',
  method: 'POST',
  path: '/pub/user/leave',
  caller: 'user',
  send: z.object({ /** Empty if the account has none. */ password: typedText }),
  reply: UserInfo,
  refusals: ['PasswordWrong', 'LoginLocked'],
})
