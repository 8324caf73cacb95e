import * as z from 'zod/mini'
import { defineCall } from '../../core/define-call.ts'
import { LibraryKey } from './watch-record.ts'

/** Deletes watch records. Can be undone for ten minutes. */
export const userHistoryDelete = defineCall({
  name: 'userHistoryDelete',
  summary: 'Takes records away',
  method: 'POST',
  path: '/pub/user/history/delete',
  caller: 'user',
  send: z.object({ list: z.array(LibraryKey).check(z.minLength(1), z.maxLength(200)) }),
  reply: z.object({ deleted: z.int() }),
  refusals: [],
})
