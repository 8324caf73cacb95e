import { matchOpenBeforeSec } from '@yunmu/contract'
import { sql, type Kysely, type Transaction } from 'kysely'
import type { MatchesTables } from '../matches-tables.ts'
import {
  defaultChoices,
  maxLateSec,
  maxOffLateSec,
  type MadeReminder,
  type Moment,
  type RemindedMatch,
} from './reminder-rules.ts'

export interface ReminderKey {
  matchId: number
  moment: Moment
  /** The event that it is about; empty for none. */
  eventId: string
  /** The start that it was made for; 0 for what does not depend on it. */
  kickoffSec: number
}

/** A reminder that is being sent. Users up to `afterUserId` have been told. */
export interface OpenReminder extends ReminderKey {
  afterUserId: number
  createdSec: number
}

export interface ReminderStore {
  /** Matches of which something may be due, with their reminders. */
  candidates(nowSec: number): Promise<(RemindedMatch & { matchId: number; made: MadeReminder[] })[]>
  /** Starts reminders, and dropped ones again. Those that exist, in this or another process, go on. */
  open(reminders: readonly ReminderKey[], nowSec: number, tx?: Transaction<MatchesTables>): Promise<void>
  /**
   * Locks a reminder that is being sent and that no other process sends now; null if there is none. Reminders of a match
   * follow each other.
   */
  claim(tx: Transaction<MatchesTables>): Promise<OpenReminder | null>
  /** Users after an id who follow a team or the competition of a match, in the order of their ids. */
  followers(
    tx: Transaction<MatchesTables>,
    matchId: number,
    span: { afterId: number; limit: number },
  ): Promise<number[]>
  /** Which of these users want to be reminded of a moment. */
  wanting(tx: Transaction<MatchesTables>, moment: Moment, userIds: readonly number[]): Promise<number[]>
  /** Which of these users were told. */
  told(tx: Transaction<MatchesTables>, reminder: ReminderKey, userIds: readonly number[]): Promise<number[]>
  /** Records that users are told. Returns those who were not. */
  tell(tx: Transaction<MatchesTables>, reminder: ReminderKey, userIds: readonly number[]): Promise<number[]>
  /** Stores how far a reminder has been sent. */
  advance(
    tx: Transaction<MatchesTables>,
    reminder: ReminderKey,
    to: { afterUserId: number; state: 'sending' | 'sent' | 'dropped' },
  ): Promise<void>
  /** Deletes reminders made before a time. */
  deleteOld(beforeSec: number): Promise<void>
}

export function createReminderStore(db: Kysely<MatchesTables>): ReminderStore {
  return {
    async candidates(nowSec) {
      // Every two seconds: each part is one range of an index.
      const { rows } = await sql<RemindedMatch & { matchId: number; made: MadeReminder[] }>`
        with found as (
          select id from match
          where state = 'upcoming' and kickoff_sec between ${nowSec - maxLateSec} and ${nowSec + matchOpenBeforeSec}
          union
          select id from match where state = 'live' and kickoff_sec >= ${nowSec - maxOffLateSec}
          union
          select id from match
          where course ->> 'status' in ('cancelled', 'postponed') and kickoff_sec >= ${nowSec - maxOffLateSec}
        )
        select m.id as "matchId", m.kickoff_sec as "kickoffSec", m.course,
          coalesce((
            select json_agg(json_build_object(
              'moment', r.moment, 'kickoffSec', r.kickoff_sec, 'createdSec', r.created_at,
              'isDropped', r.state = 'dropped'))
            from match_reminder r where r.match_id = m.id and r.event_id = ''), '[]') as made
        from found join match m on m.id = found.id`.execute(db)
      return rows
    },

    async open(reminders, nowSec, tx) {
      const rows = reminders.map(({ matchId, moment, eventId, kickoffSec }) => ({
        match_id: matchId,
        moment,
        event_id: eventId,
        kickoff_sec: kickoffSec,
        state: 'sending' as const,
        created_at: nowSec,
      }))
      await (tx ?? db)
        .insertInto('match_reminder')
        .values(rows)
        .onConflict((conflict) =>
          conflict
            .columns(['match_id', 'moment', 'event_id', 'kickoff_sec'])
            // From the first user: somebody may follow the match since. Those who were told are known.
            .doUpdateSet({ state: 'sending', created_at: nowSec, after_user_id: 0 })
            .where('match_reminder.state', '=', 'dropped'),
        )
        .execute()
    },

    async claim(tx) {
      // The end is told after what happened before it.
      const order = (of: 'own' | 'earlier') => {
        const ref = (column: string) => sql.ref(`${of}.${column}`)
        return sql`(${ref('created_at')}, ${ref('moment')} = 'over', ${ref('event_id')}, ${ref('moment')}, ${ref('kickoff_sec')})`
      }
      const { rows } = await sql<OpenReminder>`
        select match_id as "matchId", moment, event_id as "eventId", kickoff_sec as "kickoffSec",
          after_user_id as "afterUserId", created_at as "createdSec"
        from match_reminder as own
        where state = 'sending' and not exists (
          select from match_reminder as earlier
          where earlier.match_id = own.match_id and earlier.state = 'sending'
            and ${order('earlier')} < ${order('own')})
        order by created_at limit 1 for update skip locked`.execute(tx)
      return rows[0] ?? null
    },

    async followers(tx, matchId, { afterId, limit }) {
      const { rows } = await sql<{ id: number }>`
        select distinct f.user_id as id
        from match m join sports_follow f
          on (f.kind = 'team' and f.ref_id in (m.home_id, m.away_id))
            or (f.kind = 'competition' and f.ref_id = m.competition_id)
        where m.id = ${matchId} and f.user_id > ${afterId}
        order by 1 limit ${limit}`.execute(tx)
      return rows.map(({ id }) => id)
    },

    async wanting(tx, moment, userIds) {
      if (moment === 'off') return [...userIds]
      const { rows } = await sql<{ id: number }>`
        select id from unnest(${[...userIds]}::int[]) as id
          left join match_reminder_choice c on c.user_id = id
        where coalesce(${sql.ref(`c.${moment}`)}, ${defaultChoices[moment]})
        order by 1`.execute(tx)
      return rows.map(({ id }) => id)
    },

    async told(tx, { matchId, moment, eventId, kickoffSec }, userIds) {
      const rows = await tx
        .selectFrom('match_reminder_user')
        .select('user_id')
        .where('match_id', '=', matchId)
        .where('moment', '=', moment)
        .where('event_id', '=', eventId)
        .where('kickoff_sec', '=', kickoffSec)
        .where('user_id', '=', sql<number>`any(${[...userIds]}::int[])`)
        .execute()
      return rows.map((row) => row.user_id)
    },

    async tell(tx, { matchId, moment, eventId, kickoffSec }, userIds) {
      const { rows } = await sql<{ id: number }>`
        insert into match_reminder_user (match_id, moment, event_id, kickoff_sec, user_id)
        select ${matchId}::int, ${moment}, ${eventId}, ${kickoffSec}::bigint, id from unnest(${[...userIds]}::int[]) as id
        on conflict do nothing
        returning user_id as id`.execute(tx)
      return rows.map(({ id }) => id)
    },

    async advance(tx, { matchId, moment, eventId, kickoffSec }, { afterUserId, state }) {
      await tx
        .updateTable('match_reminder')
        .set({ after_user_id: afterUserId, state })
        .where('match_id', '=', matchId)
        .where('moment', '=', moment)
        .where('event_id', '=', eventId)
        .where('kickoff_sec', '=', kickoffSec)
        .execute()
    },

    async deleteOld(beforeSec) {
      await db
        .deleteFrom('match_reminder')
        .where('created_at', '<', beforeSec)
        .where('kickoff_sec', '<', beforeSec)
        .execute()
    },
  }
}
