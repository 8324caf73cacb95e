import * as z from 'zod/mini'
import { defineCall } from '../../core/define-call.ts'
import { countSegment, segmentIdOrAny } from '../../core/fields.ts'
import { Channel, followPerViewer } from './channel.ts'
import { groupSegment, typeSegment } from './live-fields.ts'

/** Random channels on the air, except the channel `except`. */
export const liveRandom = defineCall({
  name: 'liveRandom',
  summary: 'Channels at random',
  method: 'GET',
  path: '/v1/pub/live/random/:type/:group/:except/:count',
  caller: 'visitor',
  perViewer: followPerViewer,
  send: z.object({ type: typeSegment, group: groupSegment, except: segmentIdOrAny, count: countSegment }),
  reply: z.object({ list: z.array(Channel) }),
  refusals: [],
})
