import * as z from 'zod/mini'
import { defineCall } from '../../core/define-call.ts'
import { bodyPage, bodySize, pageOf } from '../../core/fields.ts'
import { HistoryItem, WatchType } from './watch-record.ts'

/** Watch history by page, newest first; `q` searches names in either script. */
export const vodHistoryList = defineCall({
  name: 'vodHistoryList',
  summary: 'The history by pages',
  method: 'POST',
  path: '/pub/vod/history/list',
  caller: 'user',
  send: z.object({
    kind: z._default(z.enum(['all', ...WatchType.options]), 'all'),
    q: z._default(z.string().check(z.maxLength(40)), ''),
    page: z._default(bodyPage, 1),
    size: z._default(bodySize, 30),
  }),
  reply: pageOf(HistoryItem),
  refusals: [],
})
