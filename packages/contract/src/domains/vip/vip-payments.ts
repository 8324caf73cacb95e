import * as z from 'zod/mini'
import { defineCall } from '../../core/define-call.ts'
import { Currency } from './money.ts'

/** Methods 1 and 2 are confirmed first; method 4 is a panel with a picture to scan (specification, section 9). */
export const paymentMethods = { alipay: 1, wechat: 2, card: 3, scan: 4 } as const

export const PaymentMethod = z.object({
  id: z.int(),
  name: z.string(),
  /** An address on this site, or empty for the method's drawn sign. */
  img: z.string(),
  desc: z.string(),
  /** The operator compares what arrived by hand, which takes longer than a gateway's notification. */
  byHand: z.boolean(),
  /** In which plans are paid by this method. */
  currency: Currency,
})
export type PaymentMethod = z.output<typeof PaymentMethod>

/** The payment methods that the operator has configured. */
export const vipPayments = defineCall({
  name: 'vipPayments',
  summary: 'Payment methods',
  method: 'POST',
  path: '/common/vip/payments',
  caller: 'visitor',
  send: z.object({}),
  reply: z.object({
    list: z.array(PaymentMethod),
    /** Payments are invented: the test bank of the demonstration programme takes them. */
    demo: z.boolean(),
  }),
  refusals: [],
})
