import * as z from 'zod/mini'
import { defineCall } from '../../core/define-call.ts'
import { typedText } from './account-fields.ts'

/** Changes the password, and ends all other sessions of the account. */
export const userPassword = defineCall({
  name: 'userPassword',
  summary: 'Changes the password',
  method: 'POST',
  path: '/pub/user/password',
  caller: 'user',
  send: z.object({
    /** Empty if there is none yet. */
    oldPassword: typedText,
    password: typedText,
    againPassword: typedText,
  }),
  reply: z.object({}),
  refusals: ['PasswordWrong', 'PasswordWeak', 'PasswordSame', 'PasswordMismatch', 'LoginLocked'],
})
