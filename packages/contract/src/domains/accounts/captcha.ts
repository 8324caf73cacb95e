import * as z from 'zod/mini'
import { defineCall } from '../../core/define-call.ts'

/** A captcha: valid for one use, five minutes, three attempts, and one network. */
export const captcha = defineCall({
  name: 'captcha',
  summary: 'Asks for a picture to read',
  method: 'POST',
  path: '/pub/captcha',
  caller: 'visitor',
  send: z.object({}),
  reply: z.object({ captchaId: z.string(), /** A PNG data URL, 224 × 88. */ picPath: z.string() }),
  refusals: [],
})
