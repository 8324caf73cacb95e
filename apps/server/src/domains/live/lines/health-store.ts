import type { LineFault } from '@yunmu/contract'
import { sql, type Kysely } from 'kysely'
import type { LiveTables } from '../live-tables.ts'
import { lineProbe, type LineProbe } from '../probes/probe-rules.ts'
import { probedSources } from '../probes/probe-store.ts'

export interface HealthStore {
  /** Number of networks that reported each line since `sinceSec`, by stream id. */
  reports(sinceSec: number): Promise<Map<number, number>>
  /** The number for one line. */
  reportsOf(streamId: number, sinceSec: number): Promise<number>
  /** A network counts once per line, because browser ids could be invented. */
  report(report: { streamId: number; network: string; fault: LineFault; nowSec: number }): Promise<void>
  deleteReports(beforeSec: number): Promise<void>
  /** What probes say of lines, by stream id. */
  probes(): Promise<Map<number, LineProbe>>
}

/** Stores fault reports of viewers. */
export function createHealthStore(db: Kysely<LiveTables>): HealthStore {
  const networks = sql<number>`count(*)::int`.as('networks')
  return {
    async reports(sinceSec) {
      const rows = await db
        .selectFrom('stream_report')
        .select(['stream_id', networks])
        .where('reported_at', '>', sinceSec)
        .groupBy('stream_id')
        .execute()
      return new Map(rows.map(({ stream_id, networks: count }) => [stream_id, count]))
    },

    async reportsOf(streamId, sinceSec) {
      const row = await db
        .selectFrom('stream_report')
        .select(networks)
        .where('stream_id', '=', streamId)
        .where('reported_at', '>', sinceSec)
        .executeTakeFirstOrThrow()
      return row.networks
    },

    async report({ streamId, network, fault, nowSec }) {
      const row = { fault, reported_at: nowSec }
      await db
        .insertInto('stream_report')
        .values({ stream_id: streamId, network, ...row })
        .onConflict((conflict) => conflict.columns(['stream_id', 'network']).doUpdateSet(row))
        .execute()
    },

    async deleteReports(beforeSec) {
      await db.deleteFrom('stream_report').where('reported_at', '<', beforeSec).execute()
    },

    async probes() {
      const bySource = Map.groupBy(await probedSources(db), ({ streamId }) => streamId)
      return new Map([...bySource].map(([id, sources]) => [id, lineProbe(sources.map(({ probe }) => probe))]))
    },
  }
}
