import * as z from 'zod/mini'
import { defineCall } from '../../core/define-call.ts'
import { typedText, UserInfo } from './account-fields.ts'

/** Asks for the account to be deleted with everything in it, 30 days from now. */
export const userLeave = defineCall({
  name: 'userLeave',
  summary: 'Asks for the account to be deleted',
  method: 'POST',
  path: '/pub/user/leave',
  caller: 'user',
  send: z.object({ /** Empty where there is none. */ password: typedText }),
  reply: UserInfo,
  refusals: ['PasswordWrong', 'LoginLocked'],
})
