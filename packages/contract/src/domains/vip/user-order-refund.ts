import * as z from 'zod/mini'
import { defineCall } from '../../core/define-call.ts'
import { Order, OrderNo } from './vip-order.ts'

/** Asks for a refund: within the cooling-off time of what is unused. The operator decides about all others. */
export const userOrderRefund = defineCall({
  name: 'userOrderRefund',
  summary: 'Asks for a refund',
  method: 'POST',
  path: '/pub/user/order/refund',
  caller: 'user',
  send: z.object({ no: OrderNo, reason: z.string().check(z.maxLength(200)) }),
  reply: z.object({ order: Order }),
  refusals: ['NoSuchOrder', 'NotRefundable'],
})
