import * as z from 'zod/mini'
import { defineCall } from '../../core/define-call.ts'
import { bodyId } from '../../core/fields.ts'
import { channelRefusals, Corrected } from './corrected.ts'

/** Shows channels to visitors, or hides them; lists do not change that. */
export const consoleChannelVisible = defineCall({
  name: 'consoleChannelVisible',
  summary: 'Shows or hides channels',
  method: 'POST',
  path: '/console/channel/visible',
  caller: 'operator',
  send: z.object({ ids: z.array(bodyId).check(z.minLength(1), z.maxLength(500)), visible: z.boolean() }),
  reply: Corrected,
  refusals: [...channelRefusals],
})
