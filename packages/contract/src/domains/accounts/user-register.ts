import * as z from 'zod/mini'
import { defineCall } from '../../core/define-call.ts'
import { captchaFields, typedText } from './account-fields.ts'

/** Registers with an e-mailed code. */
export const userRegister = defineCall({
  name: 'userRegister',
  summary: 'Registers',
  method: 'POST',
  path: '/pub/user/register',
  caller: 'visitor',
  send: z.object({
    /** Empty uses the part before the @ of the e-mail, made unique. */
    username: typedText,
    email: typedText,
    code: typedText,
    password: typedText,
    againPassword: typedText,
    ...captchaFields,
  }),
  reply: z.object({ userName: z.string() }),
  refusals: [
    'CaptchaWrong',
    'NameInvalid',
    'NameTaken',
    'EmailInvalid',
    'EmailTaken',
    'CodeWrong',
    'PasswordWeak',
    'PasswordMismatch',
  ],
})
