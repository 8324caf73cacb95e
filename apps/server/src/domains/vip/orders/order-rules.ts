import type { Currency, OrderState } from '@yunmu/contract'
import { chinaDay } from '@yunmu/contract/china-time'
import type { GatewayReport } from '../gateways/gateway.ts'
import { crockford } from '../vouchers/voucher-rules.ts'

const open = ['created', 'pending'] as const satisfies OrderState[]
const ended = ['expired', 'closed', 'failed'] as const satisfies OrderState[]

/** Every change of an order's state: from which states, and to which. */
export const transitions = {
  /** The gateway knows it. */
  start: { from: ['created'], to: 'pending' },
  /** The gateway refused it. */
  fail: { from: ['created'], to: 'failed' },
  /** Money arrived that gives nothing. */
  pay: { from: open, to: 'paid' },
  /** The same, of an order that had ended. */
  payLate: { from: ended, to: 'late_paid' },
  /** Money arrived, and what was paid for is given. */
  fulfil: { from: open, to: 'fulfilled' },
  fulfilLate: { from: ended, to: 'fulfilled' },
  expire: { from: open, to: 'expired' },
  close: { from: open, to: 'closed' },
  askRefund: { from: ['fulfilled', 'paid', 'late_paid'], to: 'refunding' },
  declineRefund: { from: ['refunding'], to: 'fulfilled' },
  /** Its money gave nothing. */
  declineLateRefund: { from: ['refunding'], to: 'late_paid' },
  /** A part was refunded: the rest of it stays. */
  refundPart: { from: ['refunding'], to: 'fulfilled' },
  refundLatePart: { from: ['refunding'], to: 'late_paid' },
  refund: { from: ['fulfilled', 'refunding', 'late_paid', 'refunded'], to: 'refunded' },
  chargeBack: { from: ['fulfilled', 'refunding', 'refunded', 'late_paid'], to: 'charged_back' },
  winBack: { from: ['charged_back'], to: 'fulfilled' },
  /** What was being refunded is refunded after all. */
  winBackRefunding: { from: ['charged_back'], to: 'refunding' },
  winBackLate: { from: ['charged_back'], to: 'late_paid' },
  winBackRefunded: { from: ['charged_back'], to: 'refunded' },
} as const satisfies Record<string, { from: readonly OrderState[]; to: OrderState }>

export type Transition = keyof typeof transitions

export const isOpen = (state: OrderState): boolean => open.some((each) => each === state)

/** States of orders for which money was taken. */
export const paidStates: readonly OrderState[] = [
  'paid',
  'late_paid',
  'fulfilled',
  'refunding',
  'refunded',
  'charged_back',
]
export const isPaid = (state: OrderState): boolean => paidStates.includes(state)

export const daySec = 24 * 3600

/** How long an order can be paid: the operator of a transfer compares by hand. */
export const openForSec = (gateway: string): number => (gateway === 'transfer' ? 3 * daySec : 30 * 60)

/** Ages of an open order at which its gateway is asked. */
export const askAtSec: readonly number[] = [60, 180, 600, 1800]

/** An order with a picture of a transfer waits so long after its end for the operator. */
export const proofWaitSec = 14 * daySec

/** An order that cannot be asked about for so long after its end expires unasked. */
export const unreachableForSec = daySec

/** Open orders that a user may have. */
export const maxOpenOrders = 5
/** Without a key, an order of the same plan and method of this age is the same order. */
export const sameOrderSec = 60

/** Time between two questions to the gateway by a payer who says that it is paid. */
export const askPauseSec = 5

const randomLength = 10

/** @param bytes ten random ones */
export function orderNo(nowSec: number, bytes: Uint8Array): string {
  const digits = [...bytes.subarray(0, randomLength)].map((byte) => crockford[byte % 32])
  return chinaDay(nowSec).replaceAll('-', '') + digits.join('')
}

/** E.g. `2026-000017`: without gaps within a year in China. */
export const receiptNo = (year: number, count: number): string => `${year}-${String(count).padStart(6, '0')}`

export const receiptYear = (nowSec: number): number => Number(chinaDay(nowSec).slice(0, 4))

/** A plan's price in the currency of the payment method; 0 if it is not sold in it. */
export const priceIn = (plan: { amount: number; currencyAmount: number }, currency: Currency): number =>
  currency === 'CNY' ? plan.amount : plan.currencyAmount

/** Whether a refund may be asked for. */
export const isRefundable = (
  order: { state: OrderState; paidSec: number },
  coolingOffDays: number,
  nowSec: number,
): boolean => order.state === 'fulfilled' && nowSec < order.paidSec + coolingOffDays * daySec

/** Whether a refund waits for the operator: to be decided, made by hand, or tried again. */
export const isRefundHeld = (order: { state: OrderState; hold: string; refundPlanned: number }): boolean =>
  order.state === 'refunding' && (order.refundPlanned === 0 || ['refund_asked', 'refund_failed'].includes(order.hold))

/** What is refunded of an order when so much of its time is left: whole days, a begun one counts as unused. */
export const refundAmount = (order: { amount: number; days: number }, leftSec: number): number =>
  Math.floor((order.amount * Math.min(order.days, Math.ceil(leftSec / daySec))) / order.days)

/** Of which dispute a report or event is; of a gateway that does not name them, of which payment. */
export const disputeOf = ({
  dispute = '',
  providerRef,
}: {
  dispute?: string | undefined
  providerRef: string
}): string => (dispute === '' ? providerRef : dispute)

/** Our number of the last refund of an order that was decided. */
export const refundNoOf = ({ no, refundCount }: { no: string; refundCount: number }): string =>
  refundCount > 1 ? `${no}R${refundCount}` : `${no}R`

type NumberedOrder = Parameters<typeof refundNoOf>[0]

const ownRefundNos = ({ no, refundCount }: NumberedOrder): string[] =>
  Array.from({ length: refundCount }, (_, at) => refundNoOf({ no, refundCount: at + 1 }))

/** Whether a refund is one of those that we decided; others the merchant made at the gateway, under any number. */
export const isOwnRefund = (order: NumberedOrder, refundNo: string): boolean => ownRefundNos(order).includes(refundNo)

/** The key of a report's event. A refund of ours is known by its number, whoever reports it, and a dispute by its own. */
export function eventKeyOf(order: NumberedOrder | null, report: GatewayReport): string {
  const { refundNo, dispute = '', eventKey, kind } = report
  if (dispute !== '') return `${kind}:${dispute}`
  const isOfDouble =
    order !== null && refundNo.startsWith(order.no) && /^D[\da-f]{8}$/.test(refundNo.slice(order.no.length))
  return isOfDouble || (order !== null && isOwnRefund(order, refundNo)) ? `refund:${refundNo}` : eventKey
}

/** What a refund of ours is reported as, whether it was made by a gateway or by hand. */
export const refundReport = (
  order: { no: string; paidRef: string; currency: Currency; refundCount: number },
  minor: number,
): GatewayReport => ({
  kind: 'refunded',
  no: order.no,
  providerRef: order.paidRef,
  money: { minor, currency: order.currency },
  eventKey: `refund:${refundNoOf(order)}`,
  refundNo: refundNoOf(order),
})

/** All the time that an order gives. */
export const allSec = (order: { days: number }): number => order.days * daySec

/** The share of an order's time that belongs to an amount of its money, as the merchant pays it back at the gateway. */
export const shareSec = (order: { amount: number; days: number }, minor: number): number =>
  Math.floor((allSec(order) * Math.min(minor, order.amount)) / order.amount)

/** What refunds took back of an order's time, or would have taken if it had not been used: made ones, and the decided one. */
export const takenBackSec = (order: {
  days: number
  refundSec: number
  refundPlanned: number
  refundPlannedSec: number
}): number => Math.min(allSec(order), order.refundSec + (order.refundPlanned > 0 ? order.refundPlannedSec : 0))

/**
 * How much of an order's time a refund of ours takes, unless the operator says it: all that is left of it if all that is due
 * or unpaid is paid back; of a part the whole days of its share, rounded down.
 */
export function ownRefundSec(
  order: { amount: number; days: number; refundSec: number; refundAmount: number },
  of: { minor: number; dueMinor: number; days: number | undefined },
): number {
  const restSec = Math.max(0, allSec(order) - order.refundSec)
  if (of.days !== undefined) return Math.min(restSec, of.days * daySec)
  const isAll = of.minor === of.dueMinor || of.minor >= order.amount - order.refundAmount
  return isAll ? restSec : Math.min(restSec, Math.floor(shareSec(order, of.minor) / daySec) * daySec)
}

/** Whether a payer may be sent to an address: https, or the test bank's http on this machine, on a host of the gateway. */
export function isPayAddress(address: string, payHosts: readonly string[]): boolean {
  if (!URL.canParse(address)) return false
  const { protocol, host, hostname, username, password } = new URL(address)
  const isSafe = protocol === 'https:' || (protocol === 'http:' && hostname === '127.0.0.1')
  return isSafe && username + password === '' && payHosts.includes(host)
}
