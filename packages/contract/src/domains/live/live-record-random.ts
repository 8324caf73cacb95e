import * as z from 'zod/mini'
import { defineCall } from '../../core/define-call.ts'
import { countSegment, segmentIdOrAny } from '../../core/fields.ts'
import { Replay } from '../guide/programme.ts'
import { typeSegment } from './live-fields.ts'

/** Random past programmes that can be replayed, except those of the channel `except`. */
export const liveRecordRandom = defineCall({
  name: 'liveRecordRandom',
  summary: 'Past programmes at random',
  method: 'GET',
  path: '/v1/pub/live/record/random/:type/:except/:count',
  caller: 'visitor',
  send: z.object({ type: typeSegment, except: segmentIdOrAny, count: countSegment }),
  reply: z.object({ list: z.array(Replay) }),
  refusals: [],
})
