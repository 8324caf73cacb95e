import * as z from 'zod/mini'
import { defineCall } from '../../core/define-call.ts'
import { Category } from './category.ts'

/** Categories with the filter values of their browse pages. */
export const vodListType = defineCall({
  name: 'vodListType',
  summary: 'The categories and their filters',
  method: 'GET',
  path: '/v1/pub/vod/list/type',
  caller: 'visitor',
  send: z.object({}),
  reply: z.object({ list: z.array(Category) }),
  refusals: [],
})
