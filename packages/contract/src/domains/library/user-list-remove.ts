import * as z from 'zod/mini'
import { defineCall } from '../../core/define-call.ts'
import { bodyId } from '../../core/fields.ts'
import { listOrLater } from './title-list.ts'

/** Removes titles from a list. */
export const userListRemove = defineCall({
  name: 'userListRemove',
  summary: 'Takes titles out of a list',
  method: 'POST',
  path: '/pub/user/list/remove',
  caller: 'user',
  send: z.object({ list: listOrLater, ids: z.array(bodyId).check(z.minLength(1), z.maxLength(200)) }),
  reply: z.object({ removed: z.int() }),
  refusals: ['NoSuchList'],
})
