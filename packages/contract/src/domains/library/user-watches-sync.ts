import * as z from 'zod/mini'
import { defineCall } from '../../core/define-call.ts'
import { SyncRecord } from './watch-record.ts'

/**
 * Uploads records that the server does not have: collected without sign-in or network, or the last one on pause or
 * leave. Written at once; the newest of each title wins.
 */
export const userWatchesSync = defineCall({
  name: 'userWatchesSync',
  summary: 'Brings the records of this browser',
  method: 'POST',
  path: '/pub/user/watches/sync',
  caller: 'user',
  send: z.object({ list: z.array(SyncRecord).check(z.maxLength(500)) }),
  reply: z.object({ taken: z.int() }),
  refusals: [],
})
