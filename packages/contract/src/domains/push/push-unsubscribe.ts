import * as z from 'zod/mini'
import { defineCall } from '../../core/define-call.ts'
import { pushBounds } from './push-message.ts'

/** Ends a subscription of the caller; one that does not exist is no error. */
export const pushUnsubscribe = defineCall({
  name: 'pushUnsubscribe',
  summary: 'Ends a browser’s subscription to Web Push',
  method: 'POST',
  path: '/pub/push/unsubscribe',
  caller: 'user',
  send: z.object({ endpoint: z.string().check(z.maxLength(pushBounds.maxEndpointLength)) }),
  reply: z.object({}),
  refusals: [],
})
