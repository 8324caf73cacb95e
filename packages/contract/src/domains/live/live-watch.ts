import * as z from 'zod/mini'
import { defineCall } from '../../core/define-call.ts'
import { bodyId } from '../../core/fields.ts'

/**
 * Heartbeat of a channel player, every `watchIntervalSec`: counts viewers and feeds rankings. `end` reports that
 * playback stops.
 */
export const liveWatch = defineCall({
  name: 'liveWatch',
  summary: 'Says that one watches a channel',
  method: 'POST',
  path: '/pub/live/watch',
  caller: 'visitor',
  perViewer: true,
  send: z.object({ id: bodyId, end: z._default(z.boolean(), false) }),
  /** `crowd` of the viewers are invented ones of the demonstration programme. */
  reply: z.object({ online: z.int(), crowd: z.int() }),
  refusals: ['NoSuchChannel'],
})
