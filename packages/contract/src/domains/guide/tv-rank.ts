import * as z from 'zod/mini'
import { defineCall } from '../../core/define-call.ts'
import { bodySize } from '../../core/fields.ts'
import { Period } from '../catalog/rank.ts'
import { RankedChannel, followPerViewer } from '../live/channel.ts'
import { typeSegment } from '../live/live-fields.ts'

/** Most watched channels, like `liveRank`, with the caller's follows. */
export const tvRank = defineCall({
  name: 'tvRank',
  summary: 'The most watched channels',
  method: 'POST',
  path: '/pub/tv/rank',
  caller: 'visitor',
  perViewer: followPerViewer,
  send: z.object({
    type: z._default(typeSegment, '0'),
    period: z._default(Period, 'day'),
    count: z._default(bodySize, 10),
  }),
  reply: z.object({ list: z.array(RankedChannel) }),
  refusals: [],
})
