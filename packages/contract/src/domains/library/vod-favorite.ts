import * as z from 'zod/mini'
import { defineCall } from '../../core/define-call.ts'
import { bodyId } from '../../core/fields.ts'

/** Adds a title to the favourites. */
export const vodFavorite = defineCall({
  name: 'vodFavorite',
  summary: 'Keeps a title',
  method: 'POST',
  path: '/pub/vod/favorite',
  caller: 'user',
  send: z.object({ id: bodyId }),
  reply: z.object({}),
  refusals: ['NoSuchTitle', 'AlreadyDone'],
})
