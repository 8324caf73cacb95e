import * as z from 'zod/mini'
import { defineCall } from '../../core/define-call.ts'
import { countSegment, segmentIdOrAny } from '../../core/fields.ts'
import { TitleCard } from './title.ts'

/** The titles that came to the shelf last, of a category or of all (`type` 0). */
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
