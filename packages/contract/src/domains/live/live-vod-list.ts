import * as z from 'zod/mini'
import { defineCall } from '../../core/define-call.ts'
import { bodyId, bodyPage, bodySize, pageOf } from '../../core/fields.ts'
import { Programme } from '../guide/programme.ts'
import { Match, subscribedPerViewer } from '../matches/match.ts'

/**
 * Past programmes of one channel that can be replayed, and the recorded matches that it showed, both latest first. `id` is
 * the channel's.
 */
export const liveVodList = defineCall({
  name: 'liveVodList',
  summary: 'Past programmes and recorded matches of a channel',
  method: 'POST',
  path: '/pub/live/vod/list',
  caller: 'visitor',
  perViewer: subscribedPerViewer,
  send: z.object({ id: bodyId, page: z._default(bodyPage, 1), size: z._default(bodySize, 30) }),
  reply: z.extend(pageOf(Programme), { matches: z.array(Match) }),
  refusals: ['NoSuchChannel'],
})
