import * as z from 'zod/mini'
import { defineCall } from '../../core/define-call.ts'
import { bodyId } from '../../core/fields.ts'
import { listOrLater } from './title-list.ts'

/** Adds a title to a list. */
export const userListAdd = defineCall({
  name: 'userListAdd',
  summary: 'Puts a title into a list',
  method: 'POST',
  path: '/pub/user/list/add',
  caller: 'user',
  send: z.object({ list: listOrLater, id: bodyId }),
  reply: z.object({}),
  refusals: ['NoSuchTitle', 'NoSuchList', 'ListFull', 'AlreadyDone'],
})
