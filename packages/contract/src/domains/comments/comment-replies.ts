import * as z from 'zod/mini'
import { defineCall } from '../../core/define-call.ts'
import { pageOf, pageSegment, segmentId } from '../../core/fields.ts'
import { Reply } from './comment.ts'

/** Replies to a comment by page, oldest first. */
export const commentReplies = defineCall({
  name: 'commentReplies',
  summary: 'Answers under a comment',
  method: 'GET',
  path: '/v1/pub/comment/replies/:id/:page',
  caller: 'visitor',
  perViewer: true,
  send: z.object({ id: segmentId, page: pageSegment }),
  reply: pageOf(Reply),
  refusals: ['NoSuchComment'],
})
