import * as z from 'zod/mini'
import { defineCall } from '../../core/define-call.ts'
import { UserInfo } from './account-fields.ts'

/** Changes the portrait. */
export const userPortrait = defineCall({
  name: 'userPortrait',
  summary: 'Changes the portrait',
  method: 'POST',
  path: '/pub/user/portrait',
  caller: 'user',
  send: z.object({
    /** A JPEG, PNG or WebP in base64, resized by the browser; empty removes the portrait. */
    image: z.string().check(z.maxLength(60_000)),
  }),
  reply: UserInfo,
  refusals: ['PortraitInvalid'],
})
