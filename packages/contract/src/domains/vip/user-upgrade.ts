import * as z from 'zod/mini'
import { defineCall } from '../../core/define-call.ts'
import { bodyId } from '../../core/fields.ts'
import { VoucherCode, voucherRefusals } from './voucher-code.ts'
import { Order } from './vip-order.ts'

/** Chosen by the browser for each press: a repeated request with the same key returns the same order. */
export const IdempotencyKey = z.string().check(z.regex(/^[A-Za-z0-9_-]{16,64}$/))

/**
 * Orders a plan. The price is the plan's; `userId` must be the caller's. `url` is where the browser goes to pay: the
 * gateway's page, or, for a code or picture, the page of the order.
 */
export const userUpgrade = defineCall({
  name: 'userUpgrade',
  summary: 'Orders a VIP plan',
  method: 'POST',
  path: '/pub/user/upgrade',
  caller: 'user',
  send: z.object({
    productId: bodyId,
    /** Id of the payment method. */
    type: bodyId,
    userId: bodyId,
    /** Without a key, an open order of the same plan and method that was made in the last minute is returned. */
    key: z.optional(IdempotencyKey),
    /** A discount code. */
    code: z.optional(VoucherCode),
    /**
     * `terms` of `vipProducts`: the buyer agrees to that version, and confirms to be of age or to have a guardian's consent.
     * Not needed of who has agreed to it before.
     */
    terms: z.optional(z.string().check(z.maxLength(12))),
  }),
  reply: z.object({ url: z.string(), order: Order }),
  refusals: [
    'NoSuchPlan',
    'PaymentUnavailable',
    'PaymentNotStarted',
    'WrongAccount',
    'TooManyOrders',
    'EndlessAlready',
    'KeyUsed',
    'TermsNotAccepted',
    ...voucherRefusals,
  ],
})
