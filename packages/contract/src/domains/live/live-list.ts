import * as z from 'zod/mini'
import { defineCall } from '../../core/define-call.ts'
import { daySegment, pageOf, pageSegment, sizeSegment, wordSegment } from '../../core/fields.ts'
import { groupSegment, stateSegment, typeSegment } from './live-fields.ts'
import { LiveItem, livePerViewer } from './live-item.ts'

/**
 * Channels and matches of a type and a group, by state, day and team. A channel on the air is live; it has no other
 * state, no team, and only today as day. The type of matches is `match` or a sport, their group a competition, by id or
 * name; so is the team. `day` 0 is today for channels, any day for matches. Matches come first: by start, results latest
 * first.
 */
export const liveList = defineCall({
  name: 'liveList',
  summary: 'Channels and matches by state, day and team',
  method: 'GET',
  path: '/v1/pub/live/list/:type/:group/:state/:day/:team/:page/:size',
  caller: 'visitor',
  perViewer: livePerViewer,
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
