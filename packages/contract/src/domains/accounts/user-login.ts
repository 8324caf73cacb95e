import * as z from 'zod/mini'
import { defineCall } from '../../core/define-call.ts'
import { captchaFields, SignedIn, single, typedText } from './account-fields.ts'

/** Signs in by account name or e-mail. Sent plain. */
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
    /**
     * From an earlier login of this browser: a known device may sign in while the account is locked because of password
     * guessing.
     */
    device: z.optional(typedText),
    /** Whether to make this browser known; absent leaves it unchanged. */
    remember: z.optional(z.boolean()),
    single,
  }),
  reply: z.object({
    ...SignedIn.shape,
    /** For the browser's next login; empty if it is not to be known. Not a credential by itself. */
    device: z.string(),
  }),
  refusals: ['CaptchaWrong', 'LoginWrong', 'LoginLocked', 'AccountDisabled'],
})
