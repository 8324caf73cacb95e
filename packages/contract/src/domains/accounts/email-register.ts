import * as z from 'zod/mini'
import { defineCall } from '../../core/define-call.ts'
import { captchaFields, typedText } from './account-fields.ts'

/** Sends a code for registering. `again` is after how many seconds another may be asked for. The answer is the same whether the address is known or not. */
export const emailRegister = defineCall({
  name: 'emailRegister',
  summary: 'Sends a code to an e-mail address that wants to register',
  method: 'POST',
  path: '/pub/email/register',
  caller: 'visitor',
  send: z.object({ ...captchaFields, to: typedText }),
  reply: z.object({ again: z.int() }),
  refusals: ['CaptchaWrong', 'EmailInvalid', 'CodeTooSoon'],
})
