import * as z from 'zod/mini'
import { defineCall } from '../../core/define-call.ts'
import { pushBounds } from './push-message.ts'

/** The station's key for subscriptions to Web Push, and whether messages to the caller are sent to a subscription. */
export const pushState = defineCall({
  name: 'pushState',
  summary: 'The key of Web Push, and whether this browser gets the caller’s messages',
  method: 'POST',
  path: '/pub/push/state',
  caller: 'user',
  send: z.object({
    /** Of the browser's subscription; null if it has none. */
    endpoint: z.nullable(z.string().check(z.maxLength(pushBounds.maxEndpointLength))),
  }),
  reply: z.object({
    /** `applicationServerKey`: a point of P-256, uncompressed, as base64url. */
    key: z.string(),
    on: z.boolean(),
  }),
  refusals: [],
})
