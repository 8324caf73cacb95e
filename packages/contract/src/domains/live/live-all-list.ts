import * as z from 'zod/mini'
import { defineCall } from '../../core/define-call.ts'
import { pageOf, pageSegment, sizeSegment } from '../../core/fields.ts'
import { groupSegment, liveOrderSegment, stateSegment, typeSegment } from './live-fields.ts'
import { LiveItem, livePerViewer } from './live-item.ts'

/**
 * All current and coming live content of a type and a group, in an order. The type of matches is `match` or a sport,
 * their group a competition, by id or name.
 */
export const liveAllList = defineCall({
  name: 'liveAllList',
  summary: 'Channels and matches in an order',
  method: 'GET',
  path: '/v1/pub/live/all/list/:type/:group/:state/:order/:page/:size',
  caller: 'visitor',
  perViewer: livePerViewer,
  send: z.object({
    type: typeSegment,
    group: groupSegment,
    state: stateSegment,
    order: liveOrderSegment,
    page: pageSegment,
    size: sizeSegment,
  }),
  reply: pageOf(LiveItem),
  refusals: [],
})
