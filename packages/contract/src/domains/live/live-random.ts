import * as z from 'zod/mini'
import { defineCall } from '../../core/define-call.ts'
import { countSegment, segmentIdOrAny } from '../../core/fields.ts'
import { Match } from '../matches/match.ts'
import { Channel } from './channel.ts'
import { livePerViewer } from './live-item.ts'
import { groupSegment, typeSegment } from './live-fields.ts'

/**
 * Random channels on the air, and random running and coming matches. `except` is the id of a match if the type is
 * `match` or a sport, otherwise of a channel.
 */
export const liveRandom = defineCall({
  name: 'liveRandom',
  summary: 'Channels at random',
  method: 'GET',
  path: '/v1/pub/live/random/:type/:group/:except/:count',
  caller: 'visitor',
  perViewer: livePerViewer,
  send: z.object({ type: typeSegment, group: groupSegment, except: segmentIdOrAny, count: countSegment }),
  reply: z.object({ list: z.array(Channel), matches: z.array(Match) }),
  refusals: [],
})
