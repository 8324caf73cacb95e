import * as z from 'zod/mini'
import { defineCall } from '../../core/define-call.ts'
import { bodyId } from '../../core/fields.ts'

/** Deletes an own comment. Replies of others stay. */
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
