import * as z from 'zod/mini'
import { defineCall } from '../../core/define-call.ts'
import { bodyId } from '../../core/fields.ts'

/** Removes titles from the favourites. */
export const vodFavoriteCancel = defineCall({
  name: 'vodFavoriteCancel',
  summary: 'Lets go of titles',
  method: 'POST',
  path: '/pub/vod/favorite/cancel',
  caller: 'user',
  send: z.object({ ids: z.array(bodyId).check(z.minLength(1), z.maxLength(200)) }),
  reply: z.object({ cancelled: z.int() }),
  refusals: [],
})
