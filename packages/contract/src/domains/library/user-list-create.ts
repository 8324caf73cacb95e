import * as z from 'zod/mini'
import { defineCall } from '../../core/define-call.ts'
import { listName } from './title-list.ts'

/** Creates an empty list, the last in the order. */
export const userListCreate = defineCall({
  name: 'userListCreate',
  summary: 'Makes a list',
  method: 'POST',
  path: '/pub/user/list/create',
  caller: 'user',
  send: z.object({ name: listName }),
  reply: z.object({ id: z.int() }),
  refusals: ['ListNameTaken', 'TooManyLists'],
})
