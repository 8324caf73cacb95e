import * as z from 'zod/mini'
import { scriptValues } from '../../core/constants.ts'
import { defineCall } from '../../core/define-call.ts'
import { pushBounds } from './push-message.ts'

/** Base64url without padding of a number of bytes (RFC 4648, 5). */
const base64Url = (bytes: number) =>
  z.string().check(z.regex(new RegExp(`^[A-Za-z0-9_-]{${Math.ceil((bytes * 4) / 3)}}$`)))

/**
 * Sends the caller's reminders to this browser until its session ends. Of a subscription that is known, keys, script and
 * user are replaced.
 */
export const pushSubscribe = defineCall({
  name: 'pushSubscribe',
  summary: 'Subscribes a browser to Web Push',
  method: 'POST',
  path: '/pub/push/subscribe',
  caller: 'user',
  send: z.object({
    endpoint: z.string().check(z.maxLength(pushBounds.maxEndpointLength)),
    /** The browser's public key: a point of P-256, uncompressed. */
    p256dh: base64Url(65),
    /** The browser's secret. */
    auth: base64Url(16),
    /** In which the texts are sent. */
    script: z.enum(scriptValues),
  }),
  reply: z.object({}),
  refusals: ['PushRefused'],
})
