import * as z from 'zod/mini'
import { defineCall } from '../../core/define-call.ts'
import { bodyId } from '../../core/fields.ts'

/** Ends the subscription of a match. */
export const liveDisSub = defineCall({
  name: 'liveDisSub',
  summary: 'Ends the subscription of a match',
  method: 'POST',
  path: '/pub/live/dis/sub',
  caller: 'user',
  send: z.object({ id: bodyId }),
  reply: z.object({}),
  refusals: ['AlreadyDone'],
})
