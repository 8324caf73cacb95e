import type { LineFault } from '@yunmu/contract'
import { sql, type Kysely } from 'kysely'
import type { LiveTables } from './live-tables.ts'

export interface HealthStore {
  /** How many viewers reported lines since a moment. */
  reports(sinceSec: number): Promise<Map<number, number>>
  /** One viewer counts once for a line. */
  report(report: { streamId: number; visitor: string; fault: LineFault; nowSec: number }): Promise<void>
  forgetReports(beforeSec: number): Promise<void>
}

/** Keeps what viewers say of lines. */
export function createHealthStore(db: Kysely<LiveTables>): HealthStore {
  return {
    async reports(sinceSec) {
      const rows = await db
        .selectFrom('stream_report')
        .select(['stream_id', sql<number>`count(*)::int`.as('viewers')])
        .where('reported_at', '>', sinceSec)
        .groupBy('stream_id')
        .execute()
      return new Map(rows.map(({ stream_id, viewers }) => [stream_id, viewers]))
    },

    async report({ streamId, visitor, fault, nowSec }) {
      const row = { fault, reported_at: nowSec }
      await db
        .insertInto('stream_report')
        .values({ stream_id: streamId, visitor, ...row })
        .onConflict((conflict) => conflict.columns(['stream_id', 'visitor']).doUpdateSet(row))
        .execute()
    },

    async forgetReports(beforeSec) {
      await db.deleteFrom('stream_report').where('reported_at', '<', beforeSec).execute()
    },
  }
}
