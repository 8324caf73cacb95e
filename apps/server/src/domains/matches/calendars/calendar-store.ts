import { sql, type Kysely } from 'kysely'
import type { MatchesTables } from '../matches-tables.ts'
import type { CalendarVersion } from './calendar-rules.ts'

/** Which matches a calendar contains: those of any of these. */
export interface CalendarFilter {
  matchIds: readonly number[]
  teamIds: readonly number[]
  competitionIds: readonly number[]
}

export interface StoredCalendarKey {
  userId: number
  serial: number
  createdAt: number
}

export interface CalendarStore {
  /** Ids of matches from a time on, in the order of their start. If there are more, the next and then the last ones. */
  choose(filter: CalendarFilter, span: { fromSec: number; nowSec: number; limit: number }): Promise<number[]>
  /** Versions of the events of these matches: a digest that differs from the last one begins the next. */
  versions(events: readonly { id: number; digest: string }[], nowSec: number): Promise<Map<number, CalendarVersion>>
  /** A user's key; null for none. */
  key(userId: number): Promise<StoredCalendarKey | null>
  renewKey(userId: number, nowSec: number): Promise<StoredCalendarKey>
}

export function createCalendarStore(db: Kysely<MatchesTables>): CalendarStore {
  const keyColumns = ['user_id as userId', 'serial', 'created_at as createdAt'] as const
  return {
    async choose({ matchIds, teamIds, competitionIds }, { fromSec, nowSec, limit }) {
      const among = (ids: readonly number[]) => sql`any(${[...ids]}::int[])`
      const { rows } = await sql<{ id: number }>`
        select id from (
          select id, kickoff_sec from match
          where kickoff_sec >= ${fromSec} and (id = ${among(matchIds)} or competition_id = ${among(competitionIds)}
            or home_id = ${among(teamIds)} or away_id = ${among(teamIds)})
          order by kickoff_sec < ${nowSec}, abs(kickoff_sec - ${nowSec}), id limit ${limit}) as nearest
        order by kickoff_sec, id`.execute(db)
      return rows.map(({ id }) => id)
    },

    async versions(events, nowSec) {
      const ids = events.map(({ id }) => id)
      await sql`
        insert into match_calendar as known (match_id, digest, sequence, changed_sec)
        select id, digest, 0, ${nowSec}::bigint
        from unnest(${ids}::int[], ${events.map(({ digest }) => digest)}::text[]) as shown (id, digest)
        where not exists (
          select from match_calendar where match_id = shown.id and match_calendar.digest = shown.digest)
        order by id
        on conflict (match_id) do update
        set digest = excluded.digest, sequence = known.sequence + 1, changed_sec = excluded.changed_sec
        where known.digest <> excluded.digest`.execute(db)
      const rows = await db
        .selectFrom('match_calendar')
        .select(['match_id', 'sequence', 'changed_sec as changedSec'])
        .where('match_id', '=', sql<number>`any(${ids}::int[])`)
        .execute()
      return new Map(rows.map(({ match_id, ...version }) => [match_id, version]))
    },

    async key(userId) {
      const row = await db
        .selectFrom('calendar_key')
        .select(keyColumns)
        .where('user_id', '=', userId)
        .executeTakeFirst()
      return row ?? null
    },

    renewKey: (userId, nowSec) =>
      db
        .insertInto('calendar_key')
        .values({ user_id: userId, serial: 1, created_at: nowSec })
        .onConflict((conflict) =>
          conflict.column('user_id').doUpdateSet({ serial: sql<number>`calendar_key.serial + 1`, created_at: nowSec }),
        )
        .returning(keyColumns)
        .executeTakeFirstOrThrow(),
  }
}
