import * as z from 'zod/mini'
import { defineCall } from '../../core/define-call.ts'
import { bodyId } from '../../core/fields.ts'
import { Currency, Hundredths } from './money.ts'
import { VoucherCode, voucherRefusals } from './voucher-code.ts'

/** What a code gives, without using it. Five wrong codes within ten minutes lock the account for ten minutes. */
export const voucherCheck = defineCall({
  name: 'voucherCheck',
  summary: 'Says what a code gives',
  method: 'POST',
  path: '/pub/user/voucher/check',
  caller: 'user',
  send: z.object({
    code: VoucherCode,
    /** For a discount code: the plan and the payment method that it is wanted for. */
    productId: z.optional(bodyId),
    type: z.optional(bodyId),
  }),
  reply: z.union([
    z.object({ kind: z.literal('days'), days: z.int() }),
    z.object({
      kind: z.literal('discount'),
      /** What is left to pay, and what the code takes off. */
      amount: Hundredths,
      discount: Hundredths,
      currency: Currency,
    }),
  ]),
  refusals: [...voucherRefusals, 'NoSuchPlan', 'PaymentUnavailable'],
})
