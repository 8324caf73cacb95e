import * as z from 'zod/mini'
import { defineCall } from '../../core/define-call.ts'
import { bodyId } from '../../core/fields.ts'

/** Takes back a comment of one's own. Answers of others stay. */
export const commentDelete = defineCall({
  name: 'commentDelete',
  summary: 'Takes back a comment',
  method: 'POST',
  path: '/pub/comment/delete',
  caller: 'user',
  send: z.object({ id: bodyId }),
  reply: z.object({}),
  refusals: ['NoSuchComment'],
})
