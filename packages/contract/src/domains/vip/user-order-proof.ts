import * as z from 'zod/mini'
import { defineCall } from '../../core/define-call.ts'
import { Order, OrderNo } from './vip-order.ts'

/** Length of a picture of a payment as data URL. */
export const maxProofLength = 900_000

/** Sends a picture of a transfer, which the operator compares and confirms. A later picture replaces it. */
export const userOrderProof = defineCall({
  name: 'userOrderProof',
  summary: 'Sends a picture of a transfer',
  method: 'POST',
  path: '/pub/user/order/proof',
  caller: 'user',
  send: z.object({
    no: OrderNo,
    picture: z.string().check(z.maxLength(maxProofLength), z.regex(/^data:image\/(?:png|jpeg|webp);base64,/)),
  }),
  reply: z.object({ order: Order }),
  refusals: ['NoSuchOrder', 'OrderNotOpen', 'ProofInvalid'],
})
