import * as z from 'zod/mini'
import { defineCall } from '../../core/define-call.ts'
import { segmentIdOrAny, wordSegment } from '../../core/fields.ts'

/** Number of matches per day, from seven days ago to seven days ahead. `sport` and `competition` 0 are any. */
export const matchDays = defineCall({
  name: 'matchDays',
  summary: 'Days with their number of matches',
  method: 'GET',
  path: '/v1/pub/match/days/:sport/:competition',
  caller: 'visitor',
  send: z.object({ sport: wordSegment, competition: segmentIdOrAny }),
  /** `day` is YYYY-MM-DD in China. */
  reply: z.object({ days: z.array(z.object({ day: z.string(), matches: z.int() })) }),
  refusals: [],
})
