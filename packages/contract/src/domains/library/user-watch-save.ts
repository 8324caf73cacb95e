import * as z from 'zod/mini'
import { defineCall } from '../../core/define-call.ts'
import { SyncRecord } from './watch-record.ts'

/** Notes how far one watched; sent every ten seconds while something plays. Written within ten seconds. */
export const userWatchSave = defineCall({
  name: 'userWatchSave',
  summary: 'Notes how far one watched',
  method: 'POST',
  path: '/pub/user/watch/save',
  caller: 'user',
  send: SyncRecord,
  reply: z.object({}),
  refusals: ['TooSoon'],
})
