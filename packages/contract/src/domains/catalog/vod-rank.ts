import * as z from 'zod/mini'
import { defineCall } from '../../core/define-call.ts'
import { pageOf, pageSegment, segmentIdOrAny, sizeSegment, wordSegment } from '../../core/fields.ts'
import { BoardTitle, Period } from './rank.ts'

/**
 * A board: the `boardCapacity` most played titles of a category or a child (`type` 0: of all) in a period, with changes
 * since yesterday. `genre` filters it; `0` or 全部 does not.
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
