import * as z from 'zod/mini'
import { defineCall } from '../../core/define-call.ts'
import { ExportAddresses } from './export-addresses.ts'

/** Creates new export URLs and revokes the previous ones. */
export const liveExportRenew = defineCall({
  name: 'liveExportRenew',
  summary: 'New addresses of the channel list and the guide',
  method: 'POST',
  path: '/pub/live/export/renew',
  caller: 'user',
  send: z.object({}),
  reply: z.object({ addresses: ExportAddresses }),
  refusals: [],
})
