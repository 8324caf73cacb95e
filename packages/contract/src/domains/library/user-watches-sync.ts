import * as z from 'zod/mini'
import { defineCall } from '../../core/define-call.ts'
import { SyncRecord } from './watch-record.ts'

/**
 * Brings what a browser has and the station has not: gathered while nobody was signed in or without a network, or the
 * last place, when one pauses or leaves. Written at once; of each title the newest counts.
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
