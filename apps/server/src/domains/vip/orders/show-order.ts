import type { Order } from '@yunmu/contract'
import { isOpen, isRefundable, isRefundHeld } from './order-rules.ts'
import type { StoredOrder } from './order-store.ts'
import { methodText } from './order-texts.ts'

/** Page of an order, where the payer returns to. */
export const orderPage = (no: string): string => `/user/order?no=${no}`

/** An order as its owner sees it. */
export function showOrder(
  order: StoredOrder,
  { coolingOffDays, nowSec }: { coolingOffDays: number; nowSec: number },
): Order {
  const { no, name, days, amount, discount, currency, state } = order
  return {
    no,
    name,
    days,
    amount,
    discount,
    currency,
    type: order.methodId,
    typeName: methodText(order.methodId, order.gateway)?.name ?? '',
    state,
    createdAt: order.createdSec,
    expires: order.expiresSec,
    paidAt: order.paidSec,
    refundedAt: order.refundedSec,
    refundAmount: order.refundAmount,
    refundPlanned: order.refundPlanned,
    refundWaits: isRefundHeld(order),
    declinedAt: order.declinedSec,
    declineReason: order.declineReason,
    receiptNo: order.receiptNo ?? '',
    vipUntil: order.vipUntil,
    refundable: isRefundable(order, coolingOffDays, nowSec),
    proofSent: order.hasProof,
    taxNote: order.taxNote,
    payment: isOpen(state) ? order.payment : null,
  }
}
