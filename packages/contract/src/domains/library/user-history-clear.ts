import * as z from 'zod/mini'
import { defineCall } from '../../core/define-call.ts'

/** Deletes all watch records. Can be undone for ten minutes. */
export const userHistoryClear = defineCall({
  name: 'userHistoryClear',
  summary: 'Takes all records away',
  method: 'POST',
  path: '/pub/user/history/clear',
  caller: 'user',
  send: z.object({}),
  reply: z.object({ deleted: z.int() }),
  refusals: [],
})
