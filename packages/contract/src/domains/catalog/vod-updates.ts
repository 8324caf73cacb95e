import * as z from 'zod/mini'
import { defineCall } from '../../core/define-call.ts'
import { daySegment, pageOf, pageSegment, segmentIdOrAny, sizeSegment } from '../../core/fields.ts'
import { TitleUpdate } from './title-update.ts'

/** Updates of a day, of a category or a child (`type` 0: of all), by time. */
export const vodUpdates = defineCall({
  name: 'vodUpdates',
  summary: 'What comes out on a day',
  method: 'GET',
  path: '/v1/pub/vod/updates/:type/:day/:page/:size',
  caller: 'visitor',
  send: z.object({ type: segmentIdOrAny, day: daySegment, page: pageSegment, size: sizeSegment }),
  reply: pageOf(TitleUpdate),
  refusals: [],
})
