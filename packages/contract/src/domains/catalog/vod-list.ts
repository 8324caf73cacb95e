import * as z from 'zod/mini'
import { defineCall } from '../../core/define-call.ts'
import { pageOf, pageSegment, segmentIdOrAny, sizeSegment, wordSegment } from '../../core/fields.ts'
import { listOrderSegment } from './list-order.ts'
import { TitleCard } from './title.ts'

/**
 * Titles by filter. `type` is a category or a child, 0 for all; `0` or the specification's value means "no filter";
 * `tags` is a second genre; `year` is a year, a range such as `2010-2015`, `2010年代` or `更早`; `vip` is 免费 or VIP. Totals are limited to
 * `totalCap`; pages after `maxPage` are empty.
 */
export const vodList = defineCall({
  name: 'vodList',
  summary: 'Titles by filter, page by page',
  method: 'GET',
  path: '/v1/pub/vod/list/:type/:area/:year/:genre/:letter/:vip/:order/:lang/:page/:size',
  caller: 'visitor',
  send: z.object({
    type: segmentIdOrAny,
    area: wordSegment,
    year: wordSegment,
    genre: wordSegment,
    letter: wordSegment,
    vip: wordSegment,
    order: listOrderSegment,
    lang: wordSegment,
    page: pageSegment,
    size: sizeSegment,
    tags: z.optional(wordSegment),
  }),
  reply: pageOf(TitleCard),
  refusals: [],
})
