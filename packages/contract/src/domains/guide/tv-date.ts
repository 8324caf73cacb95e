import * as z from 'zod/mini'
import { defineCall } from '../../core/define-call.ts'

/** The days that the guide shows: seven back to three ahead, as far as it has programmes. Days are China's. */
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
