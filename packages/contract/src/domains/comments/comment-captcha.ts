import * as z from 'zod/mini'
import { defineCall } from '../../core/define-call.ts'

/**
 * Whether the caller must solve a captcha before commenting (in a burst of comments by the user or from the client's
 * address or network), and the captcha.
 */
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
