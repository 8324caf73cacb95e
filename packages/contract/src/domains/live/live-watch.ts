import * as z from 'zod/mini'
import { defineCall } from '../../core/define-call.ts'
import { bodyId } from '../../core/fields.ts'

/**
 * A player's word that it plays a channel, every `watchEverySec`: who is watching is counted by it, and so are rankings.
 * `end` says that it stops.
 */
export const liveWatch = defineCall({
  name: 'liveWatch',
  summary: 'Says that one watches a channel',
  method: 'POST',
  path: '/pub/live/watch',
  caller: 'visitor',
  send: z.object({ id: bodyId, end: z._default(z.boolean(), false) }),
  reply: z.object({ online: z.int() }),
  refusals: ['NoSuchChannel'],
})
