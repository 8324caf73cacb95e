import * as z from 'zod/mini'
import { defineCall } from '../../core/define-call.ts'
import { captchaFields, SignedIn, single, typedText } from './account-fields.ts'

/** Signs in by account name or e-mail. Travels plain. */
export const userLogin = defineCall({
  name: 'userLogin',
  summary: 'Signs in',
  method: 'POST',
  path: '/pub/user/login',
  caller: 'visitor',
  plain: true,
  send: z.object({
    /** Account name or e-mail. */
    username: typedText,
    password: typedText,
    ...captchaFields,
    /** What an earlier login of this browser was given: a known device is let in while strangers lock the account. */
    device: z.optional(typedText),
    /** Whether this browser is to be known from now on; absent leaves it as it is. */
    remember: z.optional(z.boolean()),
    single,
  }),
  reply: z.object({
    ...SignedIn.shape,
    /** For the next login of this browser; empty where it is not to be known. Opens nothing by itself. */
    device: z.string(),
  }),
  refusals: ['CaptchaWrong', 'LoginWrong', 'LoginLocked', 'AccountDisabled'],
})
