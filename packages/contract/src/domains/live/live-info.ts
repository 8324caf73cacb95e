import * as z from 'zod/mini'
import { defineCall } from '../../core/define-call.ts'
import { segmentId, segmentIdOrAny } from '../../core/fields.ts'
import { ChannelDetail } from './channel.ts'
import { groupSegment, typeSegment } from './live-fields.ts'

/**
 * A channel with its lines. It is found by its id; the reply says which type and group its address has, where those that
 * were asked for are others. `stream` 0 leaves the choice of the line to the server.
 */
export const liveInfo = defineCall({
  name: 'liveInfo',
  summary: 'A channel with its lines',
  method: 'GET',
  path: '/v1/pub/live/info/:types/:group/:stream/:id',
  caller: 'visitor',
  send: z.object({ types: typeSegment, group: groupSegment, stream: segmentIdOrAny, id: segmentId }),
  reply: ChannelDetail,
  refusals: ['NoSuchChannel'],
})
