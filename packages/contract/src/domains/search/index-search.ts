import * as z from 'zod/mini'
import { defineCall } from '../../core/define-call.ts'
import { pageOf, pageSegment, sizeSegment } from '../../core/fields.ts'
import { LiveHit, querySegment, SearchHit, SportsHit } from './search-fields.ts'
import { SearchKind, searchOrderSegment } from './search-order.ts'

/**
 * Search results by page: names in either or mixed script, other names, people, pinyin, initials, typing errors. 相关
 * sorts by: exact name, prefix, substring, other names, people, pinyin, typing errors; equal ones by plays. Channels
 * are also found by number and current programme and have no other order. Teams and competitions are found by name, and
 * matches by theirs: running and coming ones by start, then results, latest first. `all` lists titles, with the best
 * channels and sports beside the first page; without titles it lists channels, then sports. Totals are limited to `totalCap`. `totals` is for the tabs
 * and equal on every page. `correction` is the most likely intended query if there are no results.
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
    order: searchOrderSegment,
    page: pageSegment,
    size: sizeSegment,
  }),
  reply: z.object({
    ...pageOf(SearchHit).shape,
    /** At most three, at most one of them found by its current programme. */
    channels: z.array(LiveHit),
    /** Teams and competitions whose names begin as the query does, some next and some last matches. */
    sports: z.array(SportsHit),
    totals: z.object({ all: z.int(), vod: z.int(), live: z.int(), match: z.int() }),
    correction: z.nullable(z.object({ text: z.string() })),
  }),
  refusals: [],
})
