import * as z from 'zod/mini'
import { defineCall } from '../../core/define-call.ts'
import { pageOf, pageSegment, segmentIdOrAny, sizeSegment, wordSegment } from '../../core/fields.ts'
import { BoardTitle, Period } from './rank.ts'

/**
 * A board: the `boardDepth` most played titles of a category or a child of one (`type` 0: of all) in a span of time, with
 * what moved since yesterday. `genre` narrows it; `0` or 全部 does not.
 */
export const vodRank = defineCall({
  name: 'vodRank',
  summary: 'A ranking with what moved',
  method: 'GET',
  path: '/v1/pub/vod/rank/:type/:period/:genre/:page/:size',
  caller: 'visitor',
  send: z.object({
    type: segmentIdOrAny,
    period: Period,
    genre: wordSegment,
    page: pageSegment,
    size: sizeSegment,
  }),
  reply: pageOf(BoardTitle),
  refusals: [],
})
