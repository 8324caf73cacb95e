import * as z from 'zod/mini'
import { defineCall } from '../../core/define-call.ts'
import { captchaFields, remember, SignedInHere, typedText } from './account-fields.ts'

/** Registers with an e-mailed code, and signs in. A client that ignores the session may let the user sign in instead. */
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
    remember,
  }),
  reply: SignedInHere,
  refusals: [
    'RegistrationClosed',
    'CaptchaNeeded',
    'CaptchaWrong',
    'CaptchaByPicture',
    'NameInvalid',
    'NameTaken',
    'EmailInvalid',
    'EmailTaken',
    'CodeWrong',
    'PasswordWeak',
    'PasswordMismatch',
  ],
})
