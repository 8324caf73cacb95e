import * as z from 'zod/mini'
import { defineCall } from '../../core/define-call.ts'

/** Whether the next request needs a captcha, and the captcha. */
export const cooperateCaptcha = defineCall({
  name: 'cooperateCaptcha',
  summary: 'Whether a cooperation request needs a captcha',
  method: 'POST',
  path: '/pub/partners/captcha',
  caller: 'visitor',
  perViewer: true,
  send: z.object({}),
  reply: z.object({ needed: z.boolean(), captchaId: z.string(), picPath: z.string() }),
  refusals: [],
})
