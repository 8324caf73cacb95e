import * as z from 'zod/mini'
import { defineCall } from '../../core/define-call.ts'

/** Everything that is kept about the person. */
export const userExport = defineCall({
  name: 'userExport',
  summary: 'Everything that is kept about the person',
  method: 'POST',
  path: '/pub/user/export',
  caller: 'user',
  send: z.object({}),
  reply: z.object({ /** JSON text, as it is saved to a file. */ file: z.string() }),
  refusals: ['ExportTooSoon'],
})
