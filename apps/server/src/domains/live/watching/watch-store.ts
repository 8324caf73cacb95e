import type { Period } from '@yunmu/contract'
import { chinaDay } from '@yunmu/contract/china-time'
import { sql, type Kysely } from 'kysely'
import type { LiveTables } from '../live-tables.ts'

/** The days that the spans of rankings have. */
const rankedDays: Record<Exclude<Period, 'all'>, number> = { day: 1, week: 7, month: 30 }

export interface WatchStore {
  /** Adds to how long channels were watched today. Channels that are gone are left out. */
  add(watched: ReadonlyMap<number, number>, nowMs: number): Promise<void>
  /** Seconds that channels were watched in a span, the longest first. */
  watched(period: Period, nowMs: number): Promise<Map<number, number>>
  /** Puts the days that only the ranking of all times knows together to one for each channel. */
  aggregateOld(nowMs: number): Promise<void>
}

/** The day that stands for all of long ago. */
const aggregateDay = sql<string>`date '1970-01-01'`

/** Keeps how long people watched channels, by the day. Days are China's. */
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
