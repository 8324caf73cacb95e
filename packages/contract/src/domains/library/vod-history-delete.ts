import * as z from 'zod/mini'
import { defineCall } from '../../core/define-call.ts'
import { bodyId } from '../../core/fields.ts'

/** Deletes the records of titles; `userHistoryDelete` handles titles and channels. */
export const vodHistoryDelete = defineCall({
  name: 'vodHistoryDelete',
  summary: 'Takes the records of titles away',
  method: 'POST',
  path: '/pub/vod/history/delete',
  caller: 'user',
  send: z.object({ ids: z.array(bodyId).check(z.minLength(1), z.maxLength(200)) }),
  reply: z.object({ deleted: z.int() }),
  refusals: [],
})
