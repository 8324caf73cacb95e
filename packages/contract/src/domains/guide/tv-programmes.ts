import * as z from 'zod/mini'
import { mostGuideChannels } from '../../core/constants.ts'
import { defineCall } from '../../core/define-call.ts'
import { bodyId, daySegment } from '../../core/fields.ts'
import { Programme } from './programme.ts'

/**
 * The guide of some channels on a day of China's (`0`: today), in the order of the ids. A programme that runs over midnight
 * stands on both days. Channels that are not there are left out.
 */
export const tvProgrammes = defineCall({
  name: 'tvProgrammes',
  summary: 'The guide of a day',
  method: 'POST',
  path: '/pub/tv/programmes',
  caller: 'visitor',
  send: z.object({
    ids: z.array(bodyId).check(z.minLength(1), z.maxLength(mostGuideChannels)),
    day: z._default(daySegment, '0'),
  }),
  reply: z.object({ list: z.array(z.object({ id: z.int(), programmes: z.array(Programme) })) }),
  refusals: [],
})
