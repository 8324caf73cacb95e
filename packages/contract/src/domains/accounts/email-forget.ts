import * as z from 'zod/mini'
import { defineCall } from '../../core/define-call.ts'
import { captchaFields, typedText } from './account-fields.ts'

/** Sends a code for resetting the password. Reply and response time do not reveal whether the address is registered. */
export const emailForget = defineCall({
  name: 'emailForget',
  summary: 'Sends a code to an e-mail address whose owner forgot the password',
  method: 'POST',
  path: '/pub/email/forget',
  caller: 'visitor',
  send: z.object({ ...captchaFields, to: typedText }),
  reply: z.object({ again: z.int() }),
  refusals: ['CaptchaNeeded', 'CaptchaWrong', 'CaptchaByPicture', 'EmailInvalid', 'CodeTooSoon'],
})
