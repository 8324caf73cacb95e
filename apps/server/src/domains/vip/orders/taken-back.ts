import type { Transaction } from 'kysely'
import type { Ledger } from '../ledger/ledger.ts'
import { createLedgerStore } from '../ledger/ledger-store.ts'
import type { EntryKind, VipTables } from '../vip-tables.ts'
import type { EventStore } from './event-store.ts'
import { daySec, ownRefundKeys, takenSec } from './order-rules.ts'
import type { StoredOrder } from './order-store.ts'

/** Whether the ledger has what an order gave: only that can be taken back. */
export const isGiven = async (tx: Transaction<unknown>, no: string): Promise<boolean> =>
  (await createLedgerStore(tx.withTables<VipTables>()).find('order', no)) !== null

/** Whether a refund of ours, under any of its numbers, was made. */
export async function isPaidBackByUs(events: Pick<EventStore, 'eventsOf'>, order: StoredOrder): Promise<boolean> {
  const keys = ownRefundKeys(order)
  return (await events.eventsOf(order.no)).some(({ verdict, eventKey }) => verdict === 'refund' && keys.has(eventKey))
}

/**
 * What refunds took back of an order's time, or would have taken if it had not been used. Ours take all when they are
 * decided, one that the merchant made at the gateway its share.
 */
export async function takenBack(events: Pick<EventStore, 'eventsOf'>, order: StoredOrder): Promise<number> {
  const isOurs = order.refundPlanned > 0 || (await isPaidBackByUs(events, order))
  return takenSec(order, { minor: order.refundAmount, isOurs })
}

/** An entry that returns time, without its seconds. */
interface Return {
  kind: EntryKind & ('refund' | 'chargeback_won')
  ref: string
  actor: string
}

/**
 * Gives back what a refund or charge-back took that did not come to pass, up to `takenSec`: less what refunds that were made
 * meanwhile take. The order is as it is without it.
 */
export async function returnIn(
  { ledger, events }: { ledger: Ledger; events: Pick<EventStore, 'eventsOf'> },
  tx: Transaction<unknown>,
  of: { order: StoredOrder; takenSec: number; entry: Return },
): Promise<void> {
  const { order, entry } = of
  if (order.userId === null || of.takenSec <= 0) return
  const has = await createLedgerStore(tx.withTables<VipTables>()).sumOf(order.no)
  const owed = order.days * daySec - (await takenBack(events, order)) - has
  const seconds = Math.max(0, Math.min(of.takenSec, owed))
  await ledger.addIn(tx, { ...entry, userId: order.userId, seconds, note: order.name })
}
