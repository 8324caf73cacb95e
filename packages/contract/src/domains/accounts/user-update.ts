import * as z from 'zod/mini'
import { defineCall } from '../../core/define-call.ts'
import { typedText, UserInfo } from './account-fields.ts'

/** Updates the given fields of the profile and settings. */
export const userUpdate = defineCall({
  name: 'userUpdate',
  summary: 'Changes the profile',
  method: 'POST',
  path: '/pub/user/update',
  caller: 'user',
  send: z.object({
    userNickName: z.optional(typedText),
    userQq: z.optional(typedText),
    hidesScores: z.optional(z.boolean()),
  }),
  reply: UserInfo,
  refusals: ['NicknameInvalid', 'QqInvalid'],
})
