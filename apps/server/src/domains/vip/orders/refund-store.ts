import { sql, type Kysely } from 'kysely'
import type { VipTables } from '../vip-tables.ts'

/** The tries of refunds that were decided. */
export interface RefundStore {
  /** Numbers of orders whose refund was not tried since a time, least recently tried first. Held ones wait. */
  refundsDue(triedBeforeSec: number, limit: number): Promise<string[]>
  /**
   * Begins another try of a refund, and returns how many there were; null if none is being made, it waits for the operator,
   * or it was tried within the pause, perhaps by another process: two requests at once confuse gateways.
   */
  startRefund(no: string, nowSec: number, pauseSec: number): Promise<number | null>
}

/** Reasons for which a refund waits for the operator. */
const operatorsHolds = ['refund_failed', 'refund_asked'] as const

export function createRefundStore(db: Kysely<VipTables>): RefundStore {
  return {
    async refundsDue(triedBeforeSec, limit) {
      const due = await db
        .selectFrom('vip_order')
        .select('no')
        .where('state', '=', 'refunding')
        .where('refund_planned', '>', 0)
        .where('hold', 'not in', operatorsHolds)
        .where('refund_tried_sec', '<=', triedBeforeSec)
        .orderBy('refund_tried_sec')
        .limit(limit)
        .execute()
      return due.map(({ no }) => no)
    },
    async startRefund(no, nowSec, pauseSec) {
      const started = await db
        .updateTable('vip_order')
        .set({ refund_tries: sql<number>`refund_tries + 1`, refund_tried_sec: nowSec })
        .where('no', '=', no)
        .where('state', '=', 'refunding')
        .where('refund_planned', '>', 0)
        .where('hold', 'not in', operatorsHolds)
        .where('refund_tried_sec', '<=', nowSec - pauseSec)
        .returning('refund_tries as tries')
        .executeTakeFirst()
      return started?.tries ?? null
    },
  }
}
