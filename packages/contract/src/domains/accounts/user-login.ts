import * as z from 'zod/mini'
import { defineCall } from '../../core/define-call.ts'
import { captchaFields, remember, SignedInHere, single, typedText } from './account-fields.ts'

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
    remember,
    single,
  }),
  reply: SignedInHere,
  refusals: ['CaptchaNeeded', 'CaptchaWrong', 'CaptchaByPicture', 'LoginWrong', 'LoginLocked', 'AccountDisabled'],
})
