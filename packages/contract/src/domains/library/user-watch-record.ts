import * as z from 'zod/mini'
import { defineCall } from '../../core/define-call.ts'
import { HistoryItem, LibraryKey } from './watch-record.ts'

/** The record of a title, channel or match; null if there is none. */
export const userWatchRecord = defineCall({
  name: 'userWatchRecord',
  summary: 'How far one watched',
  method: 'POST',
  path: '/pub/user/watch/record',
  caller: 'user',
  send: LibraryKey,
  reply: z.object({ record: z.nullable(HistoryItem) }),
  refusals: [],
})
