import { sql, type Kysely } from 'kysely'
import type { VipTables } from '../vip-tables.ts'

/** What an order has of its refunds. Amounts are hundredths. */
export interface RefundFields {
  refundReason: string
  /** What was paid back. */
  refundAmount: number
  /** What is being paid back; 0 if nothing is. */
  refundPlanned: number
  /** How many refunds were decided: each has a number of its own. */
  refundCount: number
  /** Seconds that refunds took, used or not, and that the last decided refund takes. */
  refundSec: number
  refundPlannedSec: number
  /** When a refund that was asked for was last declined, and why; 0 if none was. */
  declinedSec: number
  declineReason: string
}

export const refundColumns = [
  'refund_reason as refundReason',
  'refund_amount as refundAmount',
  'refund_planned as refundPlanned',
  'refund_count as refundCount',
  'refund_sec as refundSec',
  'refund_planned_sec as refundPlannedSec',
  'declined_sec as declinedSec',
  'decline_reason as declineReason',
] as const

/** The fields as columns; those that are not given are undefined. */
export const refundColumnsOf = (change: Partial<RefundFields>) => ({
  refund_reason: change.refundReason,
  refund_amount: change.refundAmount,
  refund_planned: change.refundPlanned,
  refund_count: change.refundCount,
  refund_sec: change.refundSec,
  refund_planned_sec: change.refundPlannedSec,
  declined_sec: change.declinedSec,
  decline_reason: change.declineReason,
})

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
