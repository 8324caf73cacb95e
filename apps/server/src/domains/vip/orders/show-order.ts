import type { Order } from '@yunmu/contract'
import { leftOf, type Membership } from '../ledger/ledger-rules.ts'
import { allSec, isOpen, isRefundable, isRefundHeld, refundAmount } from './order-rules.ts'
import type { StoredOrder } from './order-store.ts'
import { methodText } from './order-texts.ts'

/** Page of an order, where the payer returns to. */
export const orderPage = (no: string): string => `/user/order?no=${no}`

/** An order as its owner sees it. @param membership of the owner, for what a refund would do; null leaves that out */
export function showOrder(
  order: StoredOrder,
  { coolingOffDays, nowSec, membership }: { coolingOffDays: number; nowSec: number; membership: Membership | null },
): Order {
  const { no, name, days, amount, discount, currency, state } = order
  const refundable = isRefundable(order, coolingOffDays, nowSec)
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
    refundable,
    refund: refundable && membership ? refundNow(order, membership, nowSec) : null,
    proofSent: order.hasProof,
    taxNote: order.taxNote,
    payment: isOpen(state) ? order.payment : null,
  }
}

/** What `askRefund` would do now. */
function refundNow(order: StoredOrder, membership: Membership, nowSec: number): Order['refund'] {
  const leftSec = leftOf(membership, allSec(order), nowSec)
  const amount = Math.min(order.amount - order.refundAmount, refundAmount(order, leftSec))
  const takenSec = amount > 0 ? leftOf(membership, allSec(order) - order.refundSec, nowSec) : 0
  return { amount, vipUntil: membership.userEndTime - takenSec }
}
