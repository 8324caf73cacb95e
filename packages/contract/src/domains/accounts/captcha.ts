import * as z from 'zod/mini'
import { defineCall } from '../../core/define-call.ts'
import { typedText } from './account-fields.ts'

/**
 * A captcha: valid for one use, five minutes, three attempts, and one network. The answer is what the picture shows, in
 * either case, or a proof of work, see `captcha-proof.ts`.
 */
export const captcha = defineCall({
  name: 'captcha',
  summary: 'Asks for a picture to read',
  method: 'POST',
  path: '/pub/captcha',
  caller: 'visitor',
  send: z.object({
    /**
     * The form that it is for: then there is a captcha only if that form needs one now, after failures or a burst of its
     * account, address or network. Absent asks for a captcha in any case.
     */
    purpose: z.optional(z.enum(['login', 'register', 'forget'])),
    /** What the form has as account or e-mail address so far. */
    account: z.optional(typedText),
    /** From an earlier login of this browser, as in `userLogin`. */
    device: z.optional(typedText),
  }),
  reply: z.object({
    needed: z.boolean(),
    /** Empty if none is needed, like the picture. */
    captchaId: z.string(),
    /** A PNG data URL, 224 × 88. */
    picPath: z.string(),
  }),
  refusals: [],
})
