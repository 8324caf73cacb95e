import * as z from 'zod/mini'
import { defineCall } from '../../core/define-call.ts'
import { bodyPage, bodySize, pageOf } from '../../core/fields.ts'
import { Channel } from '../live/channel.ts'

/** Followed channels, last followed first. */
export const userFavorites = defineCall({
  name: 'userFavorites',
  summary: 'The followed channels by pages',
  method: 'POST',
  path: '/pub/user/favorites',
  caller: 'user',
  send: z.object({ page: z._default(bodyPage, 1), size: z._default(bodySize, 30) }),
  reply: pageOf(Channel),
  refusals: [],
})
