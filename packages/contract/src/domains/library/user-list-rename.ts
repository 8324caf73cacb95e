import * as z from 'zod/mini'
import { defineCall } from '../../core/define-call.ts'
import { bodyId } from '../../core/fields.ts'
import { listName } from './title-list.ts'

/** Renames a list. */
export const userListRename = defineCall({
  name: 'userListRename',
  summary: 'Renames a list',
  method: 'POST',
  path: '/pub/user/list/rename',
  caller: 'user',
  send: z.object({ list: bodyId, name: listName }),
  reply: z.object({}),
  refusals: ['NoSuchList', 'ListNameTaken'],
})
