import * as z from 'zod/mini'
import { defineCall } from '../../core/define-call.ts'
import { captchaFields, typedText } from './account-fields.ts'

/**
 * Sends a registration code. `again` is the number of seconds before another may be requested. The reply does not
 * reveal whether the address is registered.
 */
export const emailRegister = defineCall({
  name: 'emailRegister',
  summary: 'Sends a code to an e-mail address that wants to register',
  method: 'POST',
  path: '/pub/email/register',
  caller: 'visitor',
  send: z.object({ ...captchaFields, to: typedText }),
  reply: z.object({ again: z.int() }),
  refusals: ['RegistrationClosed', 'CaptchaNeeded', 'CaptchaWrong', 'CaptchaByPicture', 'EmailInvalid', 'CodeTooSoon'],
})
