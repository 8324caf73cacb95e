import * as z from 'zod/mini'
import { defineCall } from '../../core/define-call.ts'

/** Revokes the caller's export URLs. */
export const liveExportEnd = defineCall({
  name: 'liveExportEnd',
  summary: 'Ends the addresses of the channel list and the guide',
  method: 'POST',
  path: '/pub/live/export/end',
  caller: 'user',
  send: z.object({}),
  reply: z.object({}),
  refusals: ['AlreadyDone'],
})
