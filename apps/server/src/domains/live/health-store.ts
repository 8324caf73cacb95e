import type { LineFault } from '@yunmu/contract'
import { sql, type Kysely } from 'kysely'
import type { LiveTables } from './live-tables.ts'

export interface HealthStore {
  /** Lines that are down. */
  down(): Promise<Set<number>>
  /** How many viewers reported lines since a moment. */
  reports(sinceSec: number): Promise<Map<number, number>>
  /** Notes whether a line can be played. Returns whether that was news. */
  setDown(streamId: number, state: { down: boolean; reason: string; nowSec: number }): Promise<boolean>
  /** One viewer counts once for a line. */
  report(report: { streamId: number; visitor: string; fault: LineFault; nowSec: number }): Promise<void>
  forgetReports(beforeSec: number): Promise<void>
}

/** Keeps how lines fare. */
export function createHealthStore(db: Kysely<LiveTables>): HealthStore {
  return {
    async down() {
      const rows = await db.selectFrom('stream_health').select('stream_id').where('down', '=', true).execute()
      return new Set(rows.map(({ stream_id }) => stream_id))
    },

    async reports(sinceSec) {
      const rows = await db
        .selectFrom('stream_report')
        .select(['stream_id', sql<number>`count(*)::int`.as('viewers')])
        .where('reported_at', '>', sinceSec)
        .groupBy('stream_id')
        .execute()
      return new Map(rows.map(({ stream_id, viewers }) => [stream_id, viewers]))
    },

    async setDown(streamId, { down, reason, nowSec }) {
      const { rows } = await sql`
        insert into stream_health (stream_id, down, reason, since)
        select id, ${down}::boolean, ${reason}, ${nowSec}::bigint from stream where id = ${streamId}
        on conflict (stream_id) do update set down = excluded.down, reason = excluded.reason, since = excluded.since
          where stream_health.down <> excluded.down
        returning stream_id
      `.execute(db)
      return rows.length > 0
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
