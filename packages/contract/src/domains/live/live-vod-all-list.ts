import * as z from 'zod/mini'
import { defineCall } from '../../core/define-call.ts'
import { pageOf, pageSegment, sizeSegment } from '../../core/fields.ts'
import { Replay } from '../guide/programme.ts'
import { groupSegment, typeSegment } from './live-fields.ts'

/** Past programmes that can be replayed, of all channels of a type and a group, latest first. */
export const liveVodAllList = defineCall({
  name: 'liveVodAllList',
  summary: 'Past programmes of all channels',
  method: 'GET',
  path: '/v1/pub/live/vod/all/list',
  caller: 'visitor',
  send: z.object({ type: typeSegment, group: groupSegment, page: pageSegment, size: sizeSegment }),
  reply: pageOf(Replay),
  refusals: [],
})
