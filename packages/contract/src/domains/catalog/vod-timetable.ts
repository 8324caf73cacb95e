import * as z from 'zod/mini'
import { defineCall } from '../../core/define-call.ts'
import { daySegment, segmentIdOrAny } from '../../core/fields.ts'
import { TitleUpdate } from './title-update.ts'

/** The week that holds a day, Monday first: what comes out on each of its days, cut to the first few, and how much it is. */
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
