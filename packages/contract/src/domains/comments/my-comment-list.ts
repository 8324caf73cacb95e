import * as z from 'zod/mini'
import { defineCall } from '../../core/define-call.ts'
import { bodyPage, bodySize, pageOf } from '../../core/fields.ts'
import { OwnComment } from './comment.ts'

/** The caller's comments, newest first. */
export const myCommentList = defineCall({
  name: 'myCommentList',
  summary: 'My comments by pages',
  method: 'POST',
  path: '/pub/my/comment/list',
  caller: 'user',
  send: z.object({ page: z._default(bodyPage, 1), size: z._default(bodySize, 30) }),
  reply: pageOf(OwnComment),
  refusals: [],
})
