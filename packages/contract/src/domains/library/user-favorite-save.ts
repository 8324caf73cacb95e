import * as z from 'zod/mini'
import { defineCall } from '../../core/define-call.ts'
import { bodyId } from '../../core/fields.ts'

/** Follows a channel. Titles are added by `vodFavorite`. */
export const userFavoriteSave = defineCall({
  name: 'userFavoriteSave',
  summary: 'Follows a channel',
  method: 'POST',
  path: '/pub/user/favorite/save',
  caller: 'user',
  send: z.object({ type: z.literal('live'), id: bodyId }),
  reply: z.object({}),
  refusals: ['NoSuchChannel', 'TooManyFollows', 'AlreadyDone'],
})
