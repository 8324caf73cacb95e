import * as z from 'zod/mini'
import { defineCall } from '../../core/define-call.ts'
import { bodyId } from '../../core/fields.ts'

/**
 * Reports whether an address of a play token played. Counted once a day for each network; of several reports the last counts.
 * An address that several networks cannot play comes after the others, and is checked soon.
 */
export const addressReport = defineCall({
  name: 'addressReport',
  summary: 'Reports whether an address elsewhere played',
  method: 'POST',
  path: '/pub/vod/address/report',
  caller: 'visitor',
  send: z.object({
    /** Of `remote` of a play token. */
    id: bodyId,
    failed: z.boolean(),
  }),
  reply: z.object({}),
  refusals: [],
})
