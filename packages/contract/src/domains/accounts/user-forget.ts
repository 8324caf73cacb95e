import * as z from 'zod/mini'
import { defineCall } from '../../core/define-call.ts'
import { captchaFields, typedText } from './account-fields.ts'

/** Sets a new password with an e-mailed code, and ends all sessions of the account. */
export const userForget = defineCall({
  name: 'userForget',
  summary: 'Sets a new password with a code sent by e-mail',
  method: 'POST',
  path: '/pub/user/forget',
  caller: 'visitor',
  send: z.object({
    email: typedText,
    code: typedText,
    password: typedText,
    againPassword: typedText,
    ...captchaFields,
  }),
  /**
   * `device` makes the browser known to the account, as in `userLogin`, so that password guessing by others cannot lock
   * it out.
   */
  reply: z.object({ device: z.string() }),
  refusals: [
    'CaptchaNeeded',
    'CaptchaWrong',
    'CaptchaByPicture',
    'EmailInvalid',
    'CodeWrong',
    'PasswordWeak',
    'PasswordMismatch',
  ],
})
