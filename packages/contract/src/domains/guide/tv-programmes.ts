import * as z from 'zod/mini'
import { maxGuideChannels } from '../../core/constants.ts'
import { defineCall } from '../../core/define-call.ts'
import { bodyId, daySegment } from '../../core/fields.ts'
import { Programme } from './programme.ts'

/**
 * Guide of some channels on a day (China's time zone; `0`: today), in the order of the ids. Programmes that run over
 * midnight are on both days. Unknown channels are left out.
 */
export const tvProgrammes = defineCall({
  name: 'tvProgrammes',
  summary: 'The guide of a day',
  method: 'POST',
  path: '/pub/tv/programmes',
  caller: 'visitor',
  send: z.object({
    ids: z.array(bodyId).check(z.minLength(1), z.maxLength(maxGuideChannels)),
    day: z._default(daySegment, '0'),
  }),
  reply: z.object({ list: z.array(z.object({ id: z.int(), programmes: z.array(Programme) })) }),
  refusals: [],
})
