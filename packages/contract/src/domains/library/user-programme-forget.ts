import * as z from 'zod/mini'
import { defineCall } from '../../core/define-call.ts'
import { bodyId, unixSeconds } from '../../core/fields.ts'

/** Removes the reminder of a programme, by its channel and start: guides are imported again under other ids. */
export const userProgrammeForget = defineCall({
  name: 'userProgrammeForget',
  summary: 'Ends the message about a programme',
  method: 'POST',
  path: '/pub/user/remind/programme/cancel',
  caller: 'user',
  send: z.object({ channelId: bodyId, start: unixSeconds }),
  reply: z.object({ cancelled: z.int() }),
  refusals: [],
})
