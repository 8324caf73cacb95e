import * as z from 'zod/mini'
import { defineCall } from '../../core/define-call.ts'
import { bodyId } from '../../core/fields.ts'
import { Corrected } from './corrected.ts'

/** Orders the top categories, or the children of one, all of which are named. */
export const consoleCategoryOrder = defineCall({
  name: 'consoleCategoryOrder',
  summary: 'Orders categories',
  method: 'POST',
  path: '/console/category/order',
  caller: 'operator',
  send: z.object({ ids: z.array(bodyId).check(z.minLength(1), z.maxLength(200)) }),
  reply: Corrected,
  refusals: ['NoSuchCategory', 'OrderIncomplete', 'NothingChanged'],
})
