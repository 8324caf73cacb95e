import type { Order, OrderState, VipPlan } from '@yunmu/contract'
import { chinaDay } from '@yunmu/contract/china-time'
import type { MembershipView } from './membership-view.ts'
import { priceOf } from './money-rules.ts'

/** What is shown of an order's state. */
export type ShownState =
  | 'open'
  | 'checking'
  | 'opening'
  | 'paid'
  | 'expired'
  | 'closed'
  | 'failed'
  | 'refunding'
  | 'refunded'
  | 'chargedBack'

/** States of an order that cannot be paid and gives nothing. */
export type EndState = Exclude<ShownState, 'open' | 'checking' | 'opening' | 'paid'>

/** Whether it ended without money. What arrives later is credited. */
export const isUnpaidEnd = (end: EndState): boolean => ['expired', 'closed', 'failed'].includes(end)

/** How the state is marked: green, blue, muted, or in the accent colour. */
export type Tone = 'ok' | 'info' | 'muted' | 'accent'

const shownStates: Readonly<Record<OrderState, ShownState>> = {
  created: 'open',
  pending: 'open',
  paid: 'opening',
  late_paid: 'opening',
  fulfilled: 'paid',
  expired: 'expired',
  closed: 'closed',
  failed: 'failed',
  refunding: 'refunding',
  refunded: 'refunded',
  charged_back: 'chargedBack',
}

const tones: Readonly<Record<ShownState, Tone>> = {
  open: 'accent',
  checking: 'info',
  opening: 'ok',
  paid: 'ok',
  expired: 'muted',
  closed: 'muted',
  failed: 'muted',
  refunding: 'info',
  refunded: 'info',
  chargedBack: 'muted',
}

/** What the state that is shown follows from. */
export type OrderStatus = Pick<Order, 'state' | 'expires' | 'proofSent'>

/**
 * An order that was not paid in time is shown as expired before the server has said so. One with a picture of the payment
 * waits for the operator, also after its time.
 */
export function shownStateOf({ state, expires, proofSent }: OrderStatus, nowSec: number): ShownState {
  const shown = shownStates[state]
  if (shown !== 'open') return shown
  if (proofSent) return 'checking'
  return expires <= nowSec ? 'expired' : 'open'
}

export const toneOf = (shown: ShownState): Tone => tones[shown]

/** Whether it can be paid now, or was perhaps paid and waits for the operator. */
export const isOpen = (order: OrderStatus, nowSec: number): boolean =>
  ['open', 'checking'].includes(shownStateOf(order, nowSec))

/** Whether the server still waits for the money, also of an order that is shown as expired. */
export const isUnpaid = ({ state }: Pick<Order, 'state'>): boolean => shownStates[state] === 'open'

/** Whether the money has arrived. */
export const isPaid = ({ state }: Pick<Order, 'state'>): boolean => ['opening', 'paid'].includes(shownStates[state])

/** Whether an order has given its membership, as this page knows it. */
export const isGiven = ({ state }: Pick<Order, 'state'>, membership: Pick<MembershipView, 'is'>): boolean =>
  state === 'fulfilled' && membership.is === 'active'

/** What the dialog shows of an order: thanks, its payment, that its payment is being started, or how it ended. */
export type PaymentStep = 'thank' | 'pay' | 'wait' | 'ended'

export function paymentStepOf(order: OrderStatus & Pick<Order, 'payment'>, nowSec: number): PaymentStep {
  if (isPaid(order)) return 'thank'
  if (!isOpen(order, nowSec)) return 'ended'
  return order.payment ? 'pay' : 'wait'
}

/** The sums of a receipt: what was paid back, what the payer took back by a charge-back, and what was paid after that. */
export function receiptSums({ state, amount, refundAmount }: Pick<Order, 'state' | 'amount' | 'refundAmount'>): {
  refunded: number
  chargedBack: number
  rest: number
} {
  const rest = amount - refundAmount
  return state === 'charged_back'
    ? { refunded: refundAmount, chargedBack: rest, rest: 0 }
    : { refunded: refundAmount, chargedBack: 0, rest }
}

/** Whether it has a receipt. */
export const hasReceipt = ({ receiptNo }: Pick<Order, 'receiptNo'>): boolean => receiptNo !== ''

/** The plan of an order among those that are sold: by name and days, or else by days. */
export const samePlan = (plans: readonly VipPlan[], { name, days }: Pick<Order, 'name' | 'days'>): VipPlan | null =>
  plans.find((plan) => plan.days === days && plan.name === name) ?? plans.find((plan) => plan.days === days) ?? null

/** Whether a plan, without a discount, still is what was ordered at the price that was to be paid. */
export const isSameOffer = (
  plan: VipPlan,
  { name, days, amount, currency }: Pick<Order, 'name' | 'days' | 'amount' | 'currency'>,
): boolean => plan.name === name && plan.days === days && priceOf(plan, currency).minor === amount

/** Choices above the list. */
export const orderFilters = ['all', 'open', 'paid', 'refunded', 'expired'] as const
export type OrderFilter = (typeof orderFilters)[number]

const statesOf: Readonly<Record<OrderFilter, readonly ShownState[] | null>> = {
  all: null,
  open: ['open', 'checking'],
  paid: ['opening', 'paid'],
  refunded: ['refunding', 'refunded', 'chargedBack'],
  expired: ['expired', 'closed', 'failed'],
}

export const isOfFilter = (order: OrderStatus, { filter, nowSec }: { filter: OrderFilter; nowSec: number }): boolean =>
  statesOf[filter]?.includes(shownStateOf(order, nowSec)) ?? true

/** Orders by the year in China in which they were made, as they are sorted. */
export function groupByYear<One extends Pick<Order, 'createdAt'>>(
  orders: readonly One[],
): { year: string; orders: One[] }[] {
  const years: { year: string; orders: One[] }[] = []
  for (const order of orders) {
    const year = chinaDay(order.createdAt).slice(0, 4)
    const last = years.at(-1)
    if (last?.year === year) last.orders.push(order)
    else years.push({ year, orders: [order] })
  }
  return years
}

/** `20261123 VK4Q 8M2A 7B`: the day and groups of four. */
export const groupOrderNo = (no: string): string =>
  [no.slice(0, 8), no.slice(8, 12), no.slice(12, 16), no.slice(16)].filter((part) => part !== '').join(' ')
