import * as z from 'zod/mini'
import { defineCall } from '../../core/define-call.ts'
import { pageOf, pageSegment, sizeSegment } from '../../core/fields.ts'
import { LiveHit, querySegment, SearchHit } from './search-fields.ts'
import { SearchKind, SearchOrder } from './search-order.ts'

/**
 * What a query finds, page by page: names in either script and mixed, other names, people, pinyin, initials, typing
 * errors. 相关 puts the exact name first, then names that begin with it, that hold it, other names, people, pinyin, typing
 * errors; the more played first among equals. Channels are found by number and by what is on as well, and have no other
 * order. `all` lists titles, with the best channels beside the first page of them; where there is no title, channels.
 * Totals stop at `totalCap`. `totals` is for the tabs and the same on every page. `correction` is what the query most
 * likely meant, where nothing was found as it was typed.
 */
export const indexSearch = defineCall({
  name: 'indexSearch',
  summary: 'What a query finds',
  method: 'GET',
  path: '/v1/pub/index/search/:kind/:q/:order/:page/:size',
  caller: 'visitor',
  send: z.object({
    kind: SearchKind,
    q: querySegment,
    order: SearchOrder,
    page: pageSegment,
    size: sizeSegment,
  }),
  reply: z.object({
    ...pageOf(SearchHit).shape,
    /** At most three, of which one was found by what is on. */
    channels: z.array(LiveHit),
    totals: z.object({ all: z.int(), vod: z.int(), live: z.int(), match: z.int() }),
    correction: z.nullable(z.object({ text: z.string() })),
  }),
  refusals: [],
})
