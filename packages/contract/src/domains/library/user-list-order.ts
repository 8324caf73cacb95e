import * as z from 'zod/mini'
import { defineCall } from '../../core/define-call.ts'
import { maxTitleLists } from '../../core/constants.ts'
import { bodyId } from '../../core/fields.ts'

/** Puts the lists into an order. Lists that are not named follow in their former order. */
export const userListOrder = defineCall({
  name: 'userListOrder',
  summary: 'Orders the lists',
  method: 'POST',
  path: '/pub/user/list/order',
  caller: 'user',
  send: z.object({ lists: z.array(bodyId).check(z.minLength(1), z.maxLength(maxTitleLists)) }),
  reply: z.object({}),
  refusals: [],
})
