import * as z from 'zod/mini'
import { defineCall } from '../../core/define-call.ts'
import { pageOf, pageSegment, segmentId } from '../../core/fields.ts'
import { commentOrderSegment, CommentThread } from './comment.ts'
import { CommentKind } from '../../core/subject-kinds.ts'

/** Comments of a subject by page. `total` counts threads, `all` also replies. */
export const commentList = defineCall({
  name: 'commentList',
  summary: 'Comments under a title, channel or match',
  method: 'GET',
  path: '/v1/pub/comment/list/:kind/:id/:order/:page',
  caller: 'visitor',
  perViewer: true,
  send: z.object({ kind: CommentKind, id: segmentId, order: commentOrderSegment, page: pageSegment }),
  reply: z.object({ ...pageOf(CommentThread).shape, all: z.int() }),
  refusals: [],
})
