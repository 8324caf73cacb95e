import * as z from 'zod/mini'
import { defineCall } from '../../core/define-call.ts'
import { bodyId, unixSeconds } from '../../core/fields.ts'

/** Mutes a user for some hours; 0 unmutes. Returns the end in Unix seconds; 0 if not muted. */
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
