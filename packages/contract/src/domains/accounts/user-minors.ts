import * as z from 'zod/mini'
import { defineCall } from '../../core/define-call.ts'
import { typedText, UserInfo } from './account-fields.ts'

/** Turns minors' mode on with a new code of six digits, and off with the same. */
export const userMinors = defineCall({
  name: 'userMinors',
  summary: 'Turns the mode for minors on or off',
  method: 'POST',
  path: '/pub/user/minors',
  caller: 'user',
  send: z.object({ on: z.boolean(), code: typedText }),
  reply: UserInfo,
  refusals: ['MinorsCodeInvalid', 'MinorsCodeWrong'],
})
