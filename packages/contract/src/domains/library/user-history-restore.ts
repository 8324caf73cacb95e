import * as z from 'zod/mini'
import { defineCall } from '../../core/define-call.ts'

/** Restores the records of the last deletion, within ten minutes. */
export const userHistoryRestore = defineCall({
  name: 'userHistoryRestore',
  summary: 'Brings back what was just taken away',
  method: 'POST',
  path: '/pub/user/history/restore',
  caller: 'user',
  send: z.object({}),
  reply: z.object({ restored: z.int() }),
  refusals: ['AlreadyDone'],
})
