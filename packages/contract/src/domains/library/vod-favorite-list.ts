import * as z from 'zod/mini'
import { defineCall } from '../../core/define-call.ts'
import { bodyPage, bodySize, pageOf } from '../../core/fields.ts'
import { TitleCard } from '../catalog/title.ts'

/** Favourite titles, newest first. */
export const vodFavoriteList = defineCall({
  name: 'vodFavoriteList',
  summary: 'The favourites by pages',
  method: 'POST',
  path: '/pub/vod/favorite/list',
  caller: 'user',
  send: z.object({ page: z._default(bodyPage, 1), size: z._default(bodySize, 30) }),
  reply: pageOf(TitleCard),
  refusals: [],
})
