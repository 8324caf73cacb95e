import { sql, type Kysely, type Transaction } from 'kysely'
import type { LiveTables } from '../live-tables.ts'
import type { ScheduleItem } from './schedule-rules.ts'

export interface ScheduleStore {
  /** Sorted by start. */
  items(streamId: number): Promise<ScheduleItem[]>
  /**
   * Replaces all items that begin at `fromMs` or later. `targetSec` is their longest segment in whole seconds; the stored
   * value of the stream never decreases.
   */
  replaceFrom(
    streamId: number,
    fromMs: number,
    change: { items: readonly ScheduleItem[]; targetSec: number },
  ): Promise<void>
  /** Deletes items that ended before `beforeMs`. Returns whether there were any. */
  deleteBefore(streamId: number, beforeMs: number): Promise<boolean>
}

/** Those of these assets that are on a schedule. */
export async function scheduledIn(tx: Transaction<unknown>, assetIds: readonly number[]): Promise<Set<number>> {
  const { rows } = await sql<{ id: number }>`
    select distinct asset_id as id from linear_item where asset_id = any(${[...assetIds]}::int[])`.execute(tx)
  return new Set(rows.map(({ id }) => id))
}

/** Stores the schedules of linear channels. */
export function createScheduleStore(db: Kysely<LiveTables>): ScheduleStore {
  return {
    items: (streamId) =>
      db
        .selectFrom('linear_item')
        .select(['start_ms as startMs', 'asset_id as assetId', 'each_ms as eachMs', 'each_rows as eachRows', 'repeats'])
        .select(['each_runs as eachRuns', 'seq_base as seqBase', 'disc_base as discBase'])
        .where('stream_id', '=', streamId)
        .orderBy('start_ms')
        .execute(),

    replaceFrom: (streamId, fromMs, { items, targetSec }) =>
      db.transaction().execute(async (tx) => {
        await tx.deleteFrom('linear_item').where('stream_id', '=', streamId).where('start_ms', '>=', fromMs).execute()
        const column = (read: (item: ScheduleItem) => number): number[] => items.map(read)
        await sql`
          insert into linear_item (stream_id, start_ms, asset_id, each_ms, each_rows, each_runs, repeats, seq_base, disc_base)
          select ${streamId}, * from unnest(
            ${column((item) => item.startMs)}::bigint[], ${column((item) => item.assetId)}::int[],
            ${column((item) => item.eachMs)}::int[], ${column((item) => item.eachRows)}::int[],
            ${column((item) => item.eachRuns)}::int[], ${column((item) => item.repeats)}::int[], ${column((item) => item.seqBase)}::bigint[],
            ${column((item) => item.discBase)}::bigint[])
        `.execute(tx)
        await tx
          .updateTable('stream')
          .set({ target_sec: sql<number>`greatest(target_sec, ${targetSec}::int)` })
          .where('id', '=', streamId)
          .execute()
      }),

    async deleteBefore(streamId, beforeMs) {
      const { numDeletedRows } = await db
        .deleteFrom('linear_item')
        .where('stream_id', '=', streamId)
        .where(sql<number>`start_ms + each_ms::bigint * repeats`, '<', beforeMs)
        .executeTakeFirstOrThrow()
      return numDeletedRows > 0n
    },
  }
}
