import type { ReminderChoices, Side } from '@yunmu/contract'
import { sql, type Kysely } from 'kysely'
import type { FollowKind, MatchesTables } from './matches-tables.ts'
import { defaultChoices } from './reminders/reminder-rules.ts'

/** Absent choices stay as they are. */
type ReminderChange = { [Moment in keyof ReminderChoices]?: boolean | undefined }

/** What users follow, and whom they support. */
export interface ViewerStore {
  /** Ids of followed teams and competitions; none for visitors. */
  followed(userId: number | null): Promise<Record<FollowKind, Set<number>>>
  follow(
    userId: number,
    about: { kind: FollowKind; id: number },
    limits: { nowSec: number; max: number },
  ): Promise<'added' | 'already' | 'full'>
  /** Returns false if it was not followed. */
  unfollow(userId: number, about: { kind: FollowKind; id: number }): Promise<boolean>
  /** What a user wants to be reminded of. */
  reminderChoices(userId: number): Promise<ReminderChoices>
  /** Changes what is given. Returns all choices. */
  chooseReminders(userId: number, change: ReminderChange): Promise<ReminderChoices>
  votes(matchId: number): Promise<Record<Side, number>>
  /** Null for visitors. */
  voteOf(userId: number | null, matchId: number): Promise<Side | null>
  /** Returns false if the user had voted so. */
  vote(userId: number, matchId: number, side: Side): Promise<boolean>
  /** Adds votes of users who have not voted. Returns how many were added. */
  addVotes(matchId: number, votes: readonly { userId: number; side: Side }[]): Promise<number>
  /** With the address of the calendar, of which only that it exists is told: whoever knows it reads what the user follows. */
  exportOf(userId: number): Promise<{
    follows: object[]
    votes: object[]
    calendar: { createdAt: number } | null
    reminders: ReminderChoices
  }>
}

export function createViewerStore(db: Kysely<MatchesTables>): ViewerStore {
  const followsOf = (userId: number) =>
    db
      .selectFrom('sports_follow')
      .select(['kind', 'ref_id as id', 'created_at as createdAt'])
      .where('user_id', '=', userId)
  const reminderChoices = async (userId: number): Promise<ReminderChoices> => {
    const row = await db
      .selectFrom('match_reminder_choice')
      .select(['soon', 'start', 'score', 'over'])
      .where('user_id', '=', userId)
      .executeTakeFirst()
    return row ?? defaultChoices
  }
  return {
    async followed(userId) {
      const rows = userId === null ? [] : await followsOf(userId).execute()
      const idsOf = (kind: FollowKind): Set<number> =>
        new Set(rows.flatMap((row) => (row.kind === kind ? [row.id] : [])))
      return { team: idsOf('team'), competition: idsOf('competition') }
    },
    follow: (userId, { kind, id }, { nowSec, max }) =>
      db.transaction().execute(async (tx) => {
        // Serialises the additions of one user, so that none exceeds the limit.
        await sql`select pg_advisory_xact_lock(hashtext('matches.follow'), ${userId}::int)`.execute(tx)
        const rows = await tx
          .selectFrom('sports_follow')
          .select(['kind', 'ref_id'])
          .where('user_id', '=', userId)
          .execute()
        if (rows.some((row) => row.kind === kind && row.ref_id === id)) return 'already'
        if (rows.length >= max) return 'full'
        await tx.insertInto('sports_follow').values({ user_id: userId, kind, ref_id: id, created_at: nowSec }).execute()
        return 'added'
      }),
    async unfollow(userId, { kind, id }) {
      const { numDeletedRows } = await db
        .deleteFrom('sports_follow')
        .where('user_id', '=', userId)
        .where('kind', '=', kind)
        .where('ref_id', '=', id)
        .executeTakeFirstOrThrow()
      return numDeletedRows > 0n
    },
    reminderChoices,
    async chooseReminders(userId, { soon = null, start = null, score = null, over = null }) {
      const defaults = defaultChoices
      const { rows } = await sql<ReminderChoices>`
        insert into match_reminder_choice as known (user_id, soon, start, score, over)
        values (${userId}, ${soon ?? defaults.soon}, ${start ?? defaults.start}, ${score ?? defaults.score},
          ${over ?? defaults.over})
        on conflict (user_id) do update
        set soon = coalesce(${soon}::boolean, known.soon), start = coalesce(${start}::boolean, known.start),
          score = coalesce(${score}::boolean, known.score), over = coalesce(${over}::boolean, known.over)
        returning soon, start, score, over`.execute(db)
      return rows[0] ?? defaults
    },
    async votes(matchId) {
      const rows = await db
        .selectFrom('match_vote')
        .select((select) => ['side', select.fn.countAll<number>().as('count')])
        .where('match_id', '=', matchId)
        .groupBy('side')
        .execute()
      const of = (side: Side): number => Number(rows.find((row) => row.side === side)?.count ?? 0)
      return { home: of('home'), away: of('away') }
    },
    async voteOf(userId, matchId) {
      if (userId === null) return null
      const row = await db
        .selectFrom('match_vote')
        .select('side')
        .where('match_id', '=', matchId)
        .where('user_id', '=', userId)
        .executeTakeFirst()
      return row?.side ?? null
    },
    async vote(userId, matchId, side) {
      const { numInsertedOrUpdatedRows } = await db
        .insertInto('match_vote')
        .values({ match_id: matchId, user_id: userId, side })
        .onConflict((conflict) =>
          conflict.columns(['match_id', 'user_id']).doUpdateSet({ side }).where('match_vote.side', '<>', side),
        )
        .executeTakeFirstOrThrow()
      return (numInsertedOrUpdatedRows ?? 0n) > 0n
    },
    async addVotes(matchId, votes) {
      if (votes.length === 0) return 0
      const { numInsertedOrUpdatedRows } = await db
        .insertInto('match_vote')
        .values(votes.map(({ userId, side }) => ({ match_id: matchId, user_id: userId, side })))
        .onConflict((conflict) => conflict.doNothing())
        .executeTakeFirstOrThrow()
      return Number(numInsertedOrUpdatedRows ?? 0n)
    },
    async exportOf(userId) {
      const votes = await db
        .selectFrom('match_vote')
        .select(['match_id as matchId', 'side'])
        .where('user_id', '=', userId)
        .execute()
      const calendar = await db
        .selectFrom('calendar_key')
        .select('created_at as createdAt')
        .where('user_id', '=', userId)
        .executeTakeFirst()
      return {
        follows: await followsOf(userId).execute(),
        votes,
        calendar: calendar ?? null,
        reminders: await reminderChoices(userId),
      }
    },
  }
}
