import * as z from 'zod/mini'
import { defineCall } from '../../core/define-call.ts'
import { bodyId } from '../../core/fields.ts'

/** Deletes a list. Its titles stay in other lists. */
export const userListDelete = defineCall({
  name: 'userListDelete',
  summary: 'Removes a list',
  method: 'POST',
  path: '/pub/user/list/delete',
  caller: 'user',
  send: z.object({ list: bodyId }),
  reply: z.object({}),
  refusals: ['NoSuchList'],
})
