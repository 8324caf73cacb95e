import * as z from 'zod/mini'
import { defineCall } from '../../core/define-call.ts'
import { ExportAddresses } from './export-addresses.ts'

/** The caller's export URLs of the channel list and the guide; null if there are none. */
export const liveExport = defineCall({
  name: 'liveExport',
  summary: 'One’s addresses of the channel list and the guide',
  method: 'POST',
  path: '/pub/live/export',
  caller: 'user',
  send: z.object({}),
  reply: z.object({ addresses: z.nullable(ExportAddresses) }),
  refusals: [],
})
