import * as z from 'zod/mini'
import { defineCall } from '../../core/define-call.ts'
import { Order, OrderNo } from './vip-order.ts'

/**
 * An order of the caller. With `ask` the gateway is asked whether it has been paid, at most once in five seconds; this is
 * what 我已付款 does.
 */
export const userOrder = defineCall({
  name: 'userOrder',
  summary: 'An order of the caller',
  method: 'POST',
  path: '/pub/user/order/info',
  caller: 'user',
  send: z.object({ no: OrderNo, ask: z.optional(z.boolean()) }),
  reply: z.object({ order: Order }),
  refusals: ['NoSuchOrder'],
})
