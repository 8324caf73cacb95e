import * as z from 'zod/mini'
import { defineCall } from '../../core/define-call.ts'
import { daySegment, pageOf, pageSegment, sizeSegment, wordSegment } from '../../core/fields.ts'
import { groupSegment, stateSegment, typeSegment } from './live-fields.ts'
import { LiveItem } from './live-item.ts'
import { followPerViewer } from './channel.ts'

/**
 * Channels and matches of a type and a group, by state, day and team. A channel on the air is live; it has no other
 * state, no team, and only today as day (`day` 0).
 */
export const liveList = defineCall({
  name: 'liveList',
  summary: 'Channels and matches by state, day and team',
  method: 'GET',
  path: '/v1/pub/live/list/:type/:group/:state/:day/:team/:page/:size',
  caller: 'visitor',
  perViewer: followPerViewer,
  send: z.object({
    type: typeSegment,
    group: groupSegment,
    state: stateSegment,
    day: daySegment,
    team: wordSegment,
    page: pageSegment,
    size: sizeSegment,
  }),
  reply: pageOf(LiveItem),
  refusals: [],
})
