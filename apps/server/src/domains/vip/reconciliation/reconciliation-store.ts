import type { Kysely } from 'kysely'
import type { GatewayId } from '../gateways/gateway.ts'
import type { VipTables } from '../vip-tables.ts'
import type { Difference } from './bill-rules.ts'

export interface StoredDifference extends Difference {
  day: string
  gateway: GatewayId
}

export interface ReconciliationStore {
  /** Returns whether the difference is new. */
  add(difference: StoredDifference, nowSec: number): Promise<boolean>
  /** Newest days first. */
  list(limit: number): Promise<StoredDifference[]>
}

export function createReconciliationStore(db: Kysely<VipTables>): ReconciliationStore {
  return {
    async add({ day, gateway, kind, flow, no, providerRef, ours, theirs, currency }, nowSec) {
      const row = { day, gateway, kind, flow, currency, order_no: no, provider_ref: providerRef, found_sec: nowSec }
      const added = await db
        .insertInto('reconciliation_row')
        .values({ ...row, our_amount: ours, their_amount: theirs })
        .onConflict((conflict) => conflict.doNothing())
        .executeTakeFirst()
      return (added.numInsertedOrUpdatedRows ?? 0n) > 0n
    },
    list: (limit) =>
      db
        .selectFrom('reconciliation_row')
        .select(['day', 'gateway', 'kind', 'flow', 'order_no as no', 'provider_ref as providerRef', 'currency'])
        .select(['our_amount as ours', 'their_amount as theirs'])
        .orderBy('day', 'desc')
        .orderBy('id')
        .limit(limit)
        .execute(),
  }
}
