import * as z from 'zod/mini'
import { defineCall } from '../../core/define-call.ts'
import { daySegment, segmentIdOrAny } from '../../core/fields.ts'
import { TitleUpdate } from './title-update.ts'

/** The week of a day, starting on Monday: the first updates of each day, and their number. */
export const vodTimetable = defineCall({
  name: 'vodTimetable',
  summary: 'What comes out in a week',
  method: 'GET',
  path: '/v1/pub/vod/timetable/:type/:day',
  caller: 'visitor',
  send: z.object({ type: segmentIdOrAny, day: daySegment }),
  reply: z.object({
    /** YYYY-MM-DD. */
    today: z.string(),
    days: z.array(z.object({ day: z.string(), total: z.int(), list: z.array(TitleUpdate) })),
  }),
  refusals: [],
})
