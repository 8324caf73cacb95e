import * as z from 'zod/mini'
import { defineCall } from '../../core/define-call.ts'
import { SyncRecord } from './watch-record.ts'

/**
 * Saves the watch progress; sent every ten seconds during playback and written within ten seconds. Refused as too soon
 * within five seconds, unless episode or position differ. The last record, on pause or leave, is sent by
 * `userWatchesSync`, which is always accepted and written at once.
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
