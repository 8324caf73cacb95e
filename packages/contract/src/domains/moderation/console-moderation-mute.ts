import * as z from 'zod/mini'
import { defineCall } from '../../core/define-call.ts'
import { bodyId, unixSeconds } from '../../core/fields.ts'

/** Takes the word from somebody for a while, or gives it back with 0 hours. Answers until when, Unix seconds; 0 is not at all. */
export const consoleModerationMute = defineCall({
  name: 'consoleModerationMute',
  summary: 'Mutes somebody',
  method: 'POST',
  path: '/console/moderation/mute',
  caller: 'operator',
  send: z.object({
    userId: bodyId,
    hours: z.int().check(z.minimum(0), z.maximum(24 * 3650)),
    reason: z._default(z.string().check(z.maxLength(200)), ''),
  }),
  reply: z.object({ until: unixSeconds }),
  refusals: ['NoSuchUser'],
})
