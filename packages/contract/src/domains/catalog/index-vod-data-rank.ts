import * as z from 'zod/mini'
import { defineCall } from '../../core/define-call.ts'
import { countSegment, segmentIdOrAny } from '../../core/fields.ts'
import { Period, RankedTitle } from './rank.ts'

/** Most played titles of a category (`type` 0: of all) in a period. */
export const indexVodDataRank = defineCall({
  name: 'indexVodDataRank',
  summary: 'The most played titles',
  method: 'GET',
  path: '/v1/pub/index/vod/data/rank/:type/:period/:count',
  caller: 'visitor',
  send: z.object({ type: segmentIdOrAny, period: Period, count: countSegment }),
  reply: z.object({ list: z.array(RankedTitle) }),
  refusals: [],
})
