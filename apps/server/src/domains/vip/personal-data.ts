import type { Transaction } from 'kysely'
import { nowSec } from '../../platform/process/clock.ts'
import { daySec } from './orders/order-rules.ts'
import { createOrderStore, type StoredOrder } from './orders/order-store.ts'
import { createAlertStore } from './notices/alert-store.ts'
import type { VipParts } from './vip-needs.ts'
import type { VipTables } from './vip-tables.ts'

const isoTime = (sec: number): string => (sec === 0 ? '' : new Date(sec * 1000).toISOString())

/** Orders of a person that an export has: all there can be. */
const maxOrders = 10_000

const exportedOrder = (order: StoredOrder): Record<string, unknown> => ({
  no: order.no,
  plan: order.name,
  days: order.days,
  amount: order.amount,
  discount: order.discount,
  currency: order.currency,
  state: order.state,
  receipt: order.receiptNo ?? '',
  created: isoTime(order.createdSec),
  paid: isoTime(order.paidSec),
  refunded: isoTime(order.refundedSec),
  refundReason: order.refundReason,
  declineReason: order.declineReason,
  terms: order.termsVersion,
})

/** A person's orders, and what gave and took VIP time. Amounts are hundredths. */
export async function exportVip(
  { orders, ledger }: Pick<VipParts, 'orders' | 'ledger'>,
  userId: number,
): Promise<unknown> {
  const [list, entries] = await Promise.all([orders.list({ userId }, maxOrders), ledger.entriesOf(userId)])
  return {
    orders: list.map(exportedOrder),
    entries: entries.map(({ kind, seconds, atSec, note }) => ({ kind, seconds, time: isoTime(atSec), note })),
  }
}

/** So long what gateways and payers sent is kept: a charge-back may come after months. */
const keptSec = 180 * daySec

/** Deletes pictures of transfers and the text of notifications when nobody needs them any more. */
export async function forgetOld({ orders, clock, db }: Pick<VipParts, 'orders' | 'clock' | 'db'>): Promise<void> {
  const beforeSec = nowSec(clock) - keptSec
  await orders.forgetBefore(beforeSec)
  await createAlertStore(db.withTables<VipTables>()).deleteBefore(beforeSec)
}

/**
 * Orders stay for the books, without the person: open ones are closed, pictures and what a gateway sent of the payer are
 * deleted. The entries of the ledger go with the account.
 */
export async function forgetPeople(tx: Transaction<unknown>, userIds: readonly number[]): Promise<() => void> {
  await createOrderStore(tx.withTables<VipTables>()).forget(userIds)
  return () => undefined
}
