import * as z from 'zod/mini'
import { defineCall } from '../../core/define-call.ts'
import { bodyId, bodyPage, bodySize, pageOf } from '../../core/fields.ts'
import { Programme } from '../guide/programme.ts'

/** Past programmes of one channel that can be replayed, latest first. `id` is the channel's. */
export const liveVodList = defineCall({
  name: 'liveVodList',
  summary: 'Past programmes of a channel',
  method: 'POST',
  path: '/pub/live/vod/list',
  caller: 'visitor',
  send: z.object({ id: bodyId, page: z._default(bodyPage, 1), size: z._default(bodySize, 30) }),
  reply: pageOf(Programme),
  refusals: ['NoSuchChannel'],
})
