import * as z from 'zod/mini'
import { defineCall } from '../../core/define-call.ts'
import { segmentId } from '../../core/fields.ts'
import { CommentThread } from './comment.ts'
import { CommentKind } from '../../core/subject-kinds.ts'

/** The thread of a comment or reply that a message links to; the linked reply is included. */
export const commentThread = defineCall({
  name: 'commentThread',
  summary: 'The talk that a comment stands in',
  method: 'GET',
  path: '/v1/pub/comment/thread/:id',
  caller: 'visitor',
  perViewer: true,
  send: z.object({ id: segmentId }),
  reply: z.object({ kind: CommentKind, id: z.int(), thread: CommentThread }),
  refusals: ['NoSuchComment'],
})
