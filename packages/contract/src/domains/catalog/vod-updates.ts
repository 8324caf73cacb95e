import * as z from 'zod/mini'
import { defineCall } from '../../core/define-call.ts'
import { daySegment, pageOf, pageSegment, segmentIdOrAny, sizeSegment } from '../../core/fields.ts'
import { TitleUpdate } from './title-update.ts'

/** What came out on a day, or will, of a category or a child of one (`type` 0: of all), in the order of the clock. */
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
