import * as z from 'zod/mini'
import { unixSeconds } from '../../core/fields.ts'
import { Currency, Hundredths } from './money.ts'

/** States of an order; `apps/server/src/domains/vip/orders/order-rules.ts` has the transitions. */
export const orderStates = [
  'created',
  'pending',
  'paid',
  'fulfilled',
  'expired',
  'closed',
  'failed',
  'late_paid',
  'refunding',
  'refunded',
  'charged_back',
] as const
export const OrderState = z.enum(orderStates)
export type OrderState = z.output<typeof OrderState>

/** How the payer pays an open order. */
export const OrderPayment = z.object({
  /** The gateway's page, on one of its hosts; empty if there is only a code or a picture. */
  url: z.string(),
  /** Text of a QR code; empty without one. */
  qr: z.string(),
  /** Address of the operator's picture of a payment code on this site; empty without one. */
  img: z.string(),
})
export type OrderPayment = z.output<typeof OrderPayment>

export const OrderNo = z.string().check(z.regex(/^[0-9A-HJKMNP-TV-Z]{18}$/))

/** An order with the plan as it was when it was made. */
export const Order = z.object({
  /** Date in China as YYYYMMDD and ten characters of Crockford's base 32. */
  no: OrderNo,
  name: z.string(),
  days: z.int(),
  /** What is paid, after a discount. */
  amount: Hundredths,
  /** What the discount took off. */
  discount: Hundredths,
  currency: Currency,
  /** Id and name of the payment method. */
  type: z.int(),
  typeName: z.string(),
  state: OrderState,
  createdAt: unixSeconds,
  /** Until when it can be paid. */
  expires: unixSeconds,
  /** 0 if unpaid. */
  paidAt: z.int(),
  /** 0 if not refunded. */
  refundedAt: z.int(),
  /** What was paid back. */
  refundAmount: Hundredths,
  /** What is being paid back; 0 until that is decided. */
  refundPlanned: Hundredths,
  /** The refund waits for the operator. */
  refundWaits: z.boolean(),
  /** When a refund that was asked for was last declined, 0 if none was; and what the operator said of it, or empty. */
  declinedAt: z.int(),
  declineReason: z.string(),
  /** Number of the receipt, without gaps within a year; empty if unpaid. */
  receiptNo: z.string(),
  /** What the station said of taxes beside the price when it was ordered, or empty. */
  taxNote: z.string(),
  /** The end of the membership that the order gave; 0 while it gave none. */
  vipUntil: z.int(),
  /** A refund may be asked for. */
  refundable: z.boolean(),
  /**
   * What asking for it now would pay back, 0 if nothing is unused, and the end of the membership after it (Unix seconds); null
   * unless it may be asked for.
   */
  refund: z.nullable(z.object({ amount: Hundredths, vipUntil: z.int() })),
  /** A picture of the payment was sent, and waits for the operator. */
  proofSent: z.boolean(),
  /** How it is paid; null unless open. */
  payment: z.nullable(OrderPayment),
})
export type Order = z.output<typeof Order>
