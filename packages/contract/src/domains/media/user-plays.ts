import * as z from 'zod/mini'
import { defineCall } from '../../core/define-call.ts'
import { unixSeconds } from '../../core/fields.ts'

/** A stream that the account plays. */
export const PlayStream = z.object({
  stream: z.string(),
  /** Names of browser and system. */
  device: z.string(),
  beganAt: unixSeconds,
})
export type PlayStream = z.output<typeof PlayStream>

/** What the account plays now, the newest first, and how many streams it may play at once; 0 is any number. */
export const userPlays = defineCall({
  name: 'userPlays',
  summary: 'The streams that the account plays now',
  method: 'POST',
  path: '/pub/user/plays',
  caller: 'user',
  send: z.object({}),
  reply: z.object({ list: z.array(PlayStream), max: z.int() }),
  refusals: [],
})
