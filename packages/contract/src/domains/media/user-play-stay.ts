import * as z from 'zod/mini'
import { defineCall } from '../../core/define-call.ts'
import { StreamKey } from './play-stream.ts'

/** Reports that a player plays, every `streamBounds.staySec` while it does; `leaves`: that its page is left. */
export const userPlayStay = defineCall({
  name: 'userPlayStay',
  summary: 'A player still plays',
  method: 'POST',
  path: '/pub/user/play/stay',
  caller: 'user',
  send: z.object({ stream: StreamKey, leaves: z._default(z.boolean(), false) }),
  reply: z.object({}),
  refusals: ['TooManyStreams', 'StreamEnded'],
})
