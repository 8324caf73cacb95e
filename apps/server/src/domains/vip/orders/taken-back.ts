import type { Transaction } from 'kysely'
import type { Ledger } from '../ledger/ledger.ts'
import { createLedgerStore } from '../ledger/ledger-store.ts'
import type { EntryKind, VipTables } from '../vip-tables.ts'
import { allSec, takenBackSec } from './order-rules.ts'
import type { StoredOrder } from './order-store.ts'

/** Whether the ledger has what an order gave: only that can be taken back. */
export const isGiven = async (tx: Transaction<unknown>, no: string): Promise<boolean> =>
  (await createLedgerStore(tx.withTables<VipTables>()).find('order', no)) !== null

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
  ledger: Ledger,
  tx: Transaction<unknown>,
  of: { order: StoredOrder; takenSec: number; entry: Return },
): Promise<void> {
  const { order, entry } = of
  if (order.userId === null || of.takenSec <= 0) return
  const has = await createLedgerStore(tx.withTables<VipTables>()).sumOf(order.no)
  const owed = allSec(order) - takenBackSec(order) - has
  const seconds = Math.max(0, Math.min(of.takenSec, owed))
  await ledger.addIn(tx, { ...entry, userId: order.userId, seconds, note: order.name })
}
