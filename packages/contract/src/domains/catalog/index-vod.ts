import * as z from 'zod/mini'
import { defineCall } from '../../core/define-call.ts'
import { pageOf, pageSegment, segmentIdOrAny, sizeSegment } from '../../core/fields.ts'
import { listOrderSegment } from './list-order.ts'
import { TitleCard } from './title.ts'

/** Titles of a category or a child (`type` 0: of all) in an order. Limited like `vodList`. */
export const indexVod = defineCall({
  name: 'indexVod',
  summary: 'Titles of a category in an order, page by page',
  method: 'GET',
  path: '/v1/pub/index/vod/:type/:order/:page/:size',
  caller: 'visitor',
  send: z.object({ type: segmentIdOrAny, order: listOrderSegment, page: pageSegment, size: sizeSegment }),
  reply: pageOf(TitleCard),
  refusals: [],
})
