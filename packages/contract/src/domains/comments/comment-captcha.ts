import * as z from 'zod/mini'
import { defineCall } from '../../core/define-call.ts'

/** Whether who asks must read a picture before writing, which is so for new and for fast people, and the picture then. */
export const commentCaptcha = defineCall({
  name: 'commentCaptcha',
  summary: 'Whether a comment needs a captcha',
  method: 'POST',
  path: '/pub/comment/captcha',
  caller: 'user',
  send: z.object({}),
  reply: z.object({ needed: z.boolean(), captchaId: z.string(), picPath: z.string() }),
  refusals: [],
})
