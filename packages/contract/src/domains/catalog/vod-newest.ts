import * as z from 'zod/mini'
import { defineCall } from '../../core/define-call.ts'
import { countSegment, segmentIdOrAny } from '../../core/fields.ts'
import { TitleCard } from './title.ts'

/** Most recently published titles of a category (`type` 0: of all). */
export const vodNewest = defineCall({
  name: 'vodNewest',
  summary: 'The newest titles',
  method: 'GET',
  path: '/v1/pub/vod/newest/:type/:count',
  caller: 'visitor',
  send: z.object({ type: segmentIdOrAny, count: countSegment }),
  reply: z.object({ list: z.array(TitleCard) }),
  refusals: [],
})
