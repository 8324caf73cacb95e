import * as z from 'zod/mini'
import { defineCall } from '../../core/define-call.ts'

/** Days of the guide: from seven days ago to three days ahead, as far as there are programmes. China's time zone. */
export const tvDate = defineCall({
  name: 'tvDate',
  summary: 'The days of the guide',
  method: 'GET',
  path: '/v1/pub/tv/date',
  caller: 'visitor',
  send: z.object({}),
  reply: z.object({
    /** YYYY-MM-DD. */
    today: z.string(),
    list: z.array(
      z.object({
        day: z.string(),
        /** 0 is Sunday. */
        weekday: z.int(),
      }),
    ),
  }),
  refusals: [],
})
