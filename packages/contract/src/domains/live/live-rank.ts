import * as z from 'zod/mini'
import { defineCall } from '../../core/define-call.ts'
import { countSegment } from '../../core/fields.ts'
import { Period } from '../catalog/rank.ts'
import { Match } from '../matches/match.ts'
import { RankedChannel } from './channel.ts'
import { livePerViewer } from './live-item.ts'
import { typeSegment } from './live-fields.ts'

/** Channels by total watch time in a period; unwatched ones follow by number. Matches by number of viewers. */
export const liveRank = defineCall({
  name: 'liveRank',
  summary: 'The most watched channels',
  method: 'GET',
  path: '/v1/pub/live/rank/:type/:period/:count',
  caller: 'visitor',
  perViewer: livePerViewer,
  send: z.object({ type: typeSegment, period: Period, count: countSegment }),
  reply: z.object({ list: z.array(RankedChannel), matches: z.array(Match) }),
  refusals: [],
})
