import * as z from 'zod/mini'
import { defineCall } from '../../core/define-call.ts'
import { Order, OrderNo } from './vip-order.ts'

/** Gives up an open order. Money that arrives later is credited nevertheless. */
export const userOrderClose = defineCall({
  name: 'userOrderClose',
  summary: 'Closes an open order',
  method: 'POST',
  path: '/pub/user/order/close',
  caller: 'user',
  send: z.object({ no: OrderNo }),
  reply: z.object({ order: Order }),
  refusals: ['NoSuchOrder', 'OrderNotOpen'],
})
