import * as z from 'zod/mini'
import { defineCall } from '../../core/define-call.ts'
import { bodyPage, bodySize, pageOf } from '../../core/fields.ts'
import { Order } from './vip-order.ts'

/** The caller's orders, newest first. */
export const userOrders = defineCall({
  name: 'userOrders',
  summary: 'Orders of the caller',
  method: 'POST',
  path: '/pub/user/order/list',
  caller: 'user',
  send: z.object({ page: bodyPage, size: bodySize }),
  reply: pageOf(Order),
  refusals: [],
})
