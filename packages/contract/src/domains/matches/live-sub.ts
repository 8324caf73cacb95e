import * as z from 'zod/mini'
import { defineCall } from '../../core/define-call.ts'
import { bodyId } from '../../core/fields.ts'

/** Subscribes to a match that is not over. */
export const liveSub = defineCall({
  name: 'liveSub',
  summary: 'Subscribes to a match',
  method: 'POST',
  path: '/pub/live/sub',
  caller: 'user',
  send: z.object({ id: bodyId }),
  reply: z.object({}),
  refusals: ['NoSuchMatch', 'MatchOver', 'TooManySubs', 'AlreadyDone'],
})
