import * as z from 'zod/mini'
import { defineCall } from '../../core/define-call.ts'
import { bodyId } from '../../core/fields.ts'

/** Unfollows channels. */
export const userFavoriteCancelChannel = defineCall({
  name: 'userFavoriteCancelChannel',
  summary: 'Follows channels no longer',
  method: 'POST',
  path: '/pub/user/favorite/cancel/channel',
  caller: 'user',
  send: z.object({ ids: z.array(bodyId).check(z.minLength(1), z.maxLength(200)) }),
  reply: z.object({ cancelled: z.int() }),
  refusals: [],
})
