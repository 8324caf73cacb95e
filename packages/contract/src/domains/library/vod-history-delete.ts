import * as z from 'zod/mini'
import { defineCall } from '../../core/define-call.ts'
import { bodyId } from '../../core/fields.ts'

/** Takes the records of titles away, as `userHistoryDelete` does of titles and channels alike. */
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
