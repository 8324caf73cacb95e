import * as z from 'zod/mini'
import { defineCall } from '../../core/define-call.ts'
import { SyncRecord } from './watch-record.ts'

/**
 * Notes how far one watched; sent every ten seconds while something plays. Written within ten seconds. More often than
 * every five is too soon, unless the episode or the place is another: the last record, when one pauses or leaves, goes by
 * `userWatchesSync`, which takes it always and writes it at once.
 */
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
