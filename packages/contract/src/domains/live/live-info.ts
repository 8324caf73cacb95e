import * as z from 'zod/mini'
import { defineCall } from '../../core/define-call.ts'
import { segmentId, segmentIdOrAny } from '../../core/fields.ts'
import { ChannelDetail, followPerViewer } from './channel.ts'
import { groupSegment, typeSegment } from './live-fields.ts'

/**
 * A channel with its lines, by id; the reply contains the canonical type and group, which may differ from the requested
 * ones. `stream` 0 lets the server choose the line.
 */
export const liveInfo = defineCall({
  name: 'liveInfo',
  summary: 'A channel with its lines',
  method: 'GET',
  path: '/v1/pub/live/info/:types/:group/:stream/:id',
  caller: 'visitor',
  perViewer: followPerViewer,
  send: z.object({ types: typeSegment, group: groupSegment, stream: segmentIdOrAny, id: segmentId }),
  reply: ChannelDetail,
  refusals: ['NoSuchChannel'],
})
