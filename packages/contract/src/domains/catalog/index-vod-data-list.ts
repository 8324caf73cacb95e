import * as z from 'zod/mini'
import { defineCall } from '../../core/define-call.ts'
import { countSegment, segmentIdOrAny } from '../../core/fields.ts'
import { TitleCard } from './title.ts'

/** Newest titles of a category (`type` 0: of all). */
export const indexVodDataList = defineCall({
  name: 'indexVodDataList',
  summary: 'The latest titles of a category',
  method: 'GET',
  path: '/v1/pub/index/vod/data/list/:type/:count',
  caller: 'visitor',
  send: z.object({ type: segmentIdOrAny, count: countSegment, genre: z.optional(z.string().check(z.maxLength(40))) }),
  reply: z.object({ list: z.array(TitleCard) }),
  refusals: [],
})
