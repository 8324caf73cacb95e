import * as z from 'zod/mini'
import { defineCall } from '../../core/define-call.ts'
import { HistoryItem } from './watch-record.ts'

/** The newest records, one per title. */
export const userWatches = defineCall({
  name: 'userWatches',
  summary: 'The newest records',
  method: 'POST',
  path: '/pub/user/watches',
  caller: 'user',
  send: z.object({ count: z._default(z.int().check(z.minimum(1), z.maximum(500)), 100) }),
  reply: z.object({ list: z.array(HistoryItem) }),
  refusals: [],
})
