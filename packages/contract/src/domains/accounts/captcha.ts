import * as z from 'zod/mini'
import { defineCall } from '../../core/define-call.ts'

/** A picture with characters that a person must read: good for one answer, five minutes, three tries, and one network. */
export const captcha = defineCall({
  name: 'captcha',
  summary: 'Asks for a picture to read',
  method: 'POST',
  path: '/pub/captcha',
  caller: 'visitor',
  send: z.object({}),
  reply: z.object({ captchaId: z.string(), /** A PNG as a data address, 224 × 88. */ picPath: z.string() }),
  refusals: [],
})
