import type { Period } from '@yunmu/contract'
import { chinaDay } from '@yunmu/contract/china-time'
import { sql, type Kysely } from 'kysely'
import type { LiveTables } from '../live-tables.ts'

/** Length of the ranking periods in days. */
const rankedDays: Record<Exclude<Period, 'all'>, number> = { day: 1, week: 7, month: 30 }

export interface WatchStore {
  /** Adds watch times (seconds by channel) to today. Deleted channels are ignored. */
  add(watched: ReadonlyMap<number, number>, nowMs: number): Promise<void>
  /** Watch times in a period, longest first. */
  watched(period: Period, nowMs: number): Promise<Map<number, number>>
  /** Aggregates days older than every period into one row per channel, for the ranking of all time. */
  aggregateOld(nowMs: number): Promise<void>
}

/** The day of the aggregated rows. */
const aggregateDay = sql<string>`date '1970-01-01'`

/** Stores watch times by channel and day in China. */
export function createWatchStore(db: Kysely<LiveTables>): WatchStore {
  const today = (nowMs: number) => sql<string>`${chinaDay(nowMs / 1000)}::date`
  return {
    async add(watched, nowMs) {
      await sql`
        insert into channel_watch (day, channel_id, watched_sec)
        select ${today(nowMs)}, channel.id, added.sec
        from unnest(${[...watched.keys()]}::int[], ${[...watched.values()]}::bigint[]) as added (id, sec)
        join channel using (id)
        on conflict (day, channel_id) do update set watched_sec = channel_watch.watched_sec + excluded.watched_sec
      `.execute(db)
    },

    async aggregateOld(nowMs) {
      await sql`
        with old as (
          delete from channel_watch where day < ${today(nowMs)} - ${rankedDays.month}::int and day > ${aggregateDay}
          returning channel_id, watched_sec
        )
        insert into channel_watch (day, channel_id, watched_sec)
        select ${aggregateDay}, channel_id, sum(watched_sec)::bigint from old group by channel_id
        on conflict (day, channel_id) do update set watched_sec = channel_watch.watched_sec + excluded.watched_sec
      `.execute(db)
    },

    async watched(period, nowMs) {
      const rows = await db
        .selectFrom('channel_watch')
        .select(['channel_id', sql<number>`sum(watched_sec)::bigint`.as('sec')])
        .$if(period !== 'all', (query) =>
          query.where(sql<boolean>`day > ${today(nowMs)} - ${period === 'all' ? 0 : rankedDays[period]}::int`),
        )
        .groupBy('channel_id')
        .orderBy('sec', 'desc')
        .orderBy('channel_id')
        .execute()
      return new Map(rows.map(({ channel_id, sec }) => [channel_id, sec]))
    },
  }
}
