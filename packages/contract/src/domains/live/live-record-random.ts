import * as z from 'zod/mini'
import { defineCall } from '../../core/define-call.ts'
import { countSegment, segmentIdOrAny } from '../../core/fields.ts'
import { Replay } from '../guide/programme.ts'
import { Match, subscribedPerViewer } from '../matches/match.ts'
import { typeSegment } from './live-fields.ts'

/**
 * Random past programmes that can be replayed, and random recorded matches. `except` is the id of a match if the type is
 * `match` or a sport, otherwise of the channel of a programme.
 */
export const liveRecordRandom = defineCall({
  name: 'liveRecordRandom',
  summary: 'Past programmes at random',
  method: 'GET',
  path: '/v1/pub/live/record/random/:type/:except/:count',
  caller: 'visitor',
  perViewer: subscribedPerViewer,
  send: z.object({ type: typeSegment, except: segmentIdOrAny, count: countSegment }),
  reply: z.object({ list: z.array(Replay), matches: z.array(Match) }),
  refusals: [],
})
