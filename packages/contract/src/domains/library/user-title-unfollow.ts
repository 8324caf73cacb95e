import * as z from 'zod/mini'
import { defineCall } from '../../core/define-call.ts'
import { bodyId } from '../../core/fields.ts'

/** Follows titles no longer. */
export const userTitleUnfollow = defineCall({
  name: 'userTitleUnfollow',
  summary: 'Ends messages about titles',
  method: 'POST',
  path: '/pub/user/remind/title/cancel',
  caller: 'user',
  send: z.object({ ids: z.array(bodyId).check(z.minLength(1), z.maxLength(200)) }),
  reply: z.object({ cancelled: z.int() }),
  refusals: [],
})
