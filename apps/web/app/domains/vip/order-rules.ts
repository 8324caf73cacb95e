import type { Order, OrderState } from '@yunmu/contract'
import { chinaDay } from '@yunmu/contract/china-time'

/** What is shown of an order's state. */
export type ShownState =
  | 'open'
  | 'opening'
  | 'paid'
  | 'expired'
  | 'closed'
  | 'failed'
  | 'refunding'
  | 'refunded'
  | 'chargedBack'

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
  opening: 'ok',
  paid: 'ok',
  expired: 'muted',
  closed: 'muted',
  failed: 'muted',
  refunding: 'info',
  refunded: 'info',
  chargedBack: 'muted',
}

/** An order that was not paid in time is shown as expired before the server has said so. */
export function shownStateOf({ state, expires }: Pick<Order, 'state' | 'expires'>, nowSec: number): ShownState {
  const shown = shownStates[state]
  return shown === 'open' && expires <= nowSec ? 'expired' : shown
}

export const toneOf = (shown: ShownState): Tone => tones[shown]

/** Whether it can be paid now. */
export const isOpen = (order: Pick<Order, 'state' | 'expires'>, nowSec: number): boolean =>
  shownStateOf(order, nowSec) === 'open'

/** Whether the money has arrived. */
export const isPaid = ({ state }: Pick<Order, 'state'>): boolean => ['opening', 'paid'].includes(shownStates[state])

/** Whether it has a receipt. */
export const hasReceipt = ({ receiptNo }: Pick<Order, 'receiptNo'>): boolean => receiptNo !== ''

/** Choices above the list. */
export const orderFilters = ['all', 'open', 'paid', 'refunded', 'expired'] as const
export type OrderFilter = (typeof orderFilters)[number]

const statesOf: Readonly<Record<OrderFilter, readonly ShownState[] | null>> = {
  all: null,
  open: ['open'],
  paid: ['opening', 'paid'],
  refunded: ['refunding', 'refunded', 'chargedBack'],
  expired: ['expired', 'closed', 'failed'],
}

export const isOfFilter = (
  order: Pick<Order, 'state' | 'expires'>,
  { filter, nowSec }: { filter: OrderFilter; nowSec: number },
): boolean => statesOf[filter]?.includes(shownStateOf(order, nowSec)) ?? true

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
