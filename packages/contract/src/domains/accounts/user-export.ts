import * as z from 'zod/mini'
import { defineCall } from '../../core/define-call.ts'

/** Exports all data stored about the user. */
export const userExport = defineCall({
  name: 'userExport',
  summary: 'Everything that is kept about the person',
  method: 'POST',
  path: '/pub/user/export',
  caller: 'user',
  send: z.object({}),
  reply: z.object({ /** JSON text of the file. */ file: z.string() }),
  refusals: ['ExportTooSoon'],
})
