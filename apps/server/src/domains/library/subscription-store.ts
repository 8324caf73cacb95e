import { sql, type Kysely } from 'kysely'
import type { OpenTransaction } from '../../platform/database/open-transaction.ts'
import type { LibraryTables } from './library-tables.ts'

export interface Subscription {
  matchId: number
  /** Unix seconds. */
  createdAt: number
}

export type CountOpen = (tx: OpenTransaction, ids: readonly number[]) => Promise<number>

export interface SubscriptionStore {
  /** All of them, most recently subscribed first. */
  list(userId: number): Promise<Subscription[]>
  /** Which of these matches the user has subscribed to. */
  among(userId: number, matchIds: readonly number[]): Promise<Set<number>>
  /**
   * Whether it was added, or why not: it is subscribed to already, or the user has the maximum.
   * @param limits `countOpen` returns the number of these matches that count for the maximum; it reads in the transaction,
   *   because whoever waits for a second connection while holding one can block all of them
   */
  add(
    userId: number,
    matchId: number,
    limits: { nowSec: number; max: number; countOpen: CountOpen },
  ): Promise<'added' | 'already' | 'full'>
  /** Subscribers of a match after an id, in the order of their ids. */
  subscribers(tx: OpenTransaction, matchId: number, span: { afterId: number; limit: number }): Promise<number[]>
  /** Returns false if there was none. */
  remove(userId: number, matchId: number): Promise<boolean>
  /** Matches that somebody subscribed to after an id, in the order of their ids. */
  matches(span: { afterId: number; limit: number }): Promise<number[]>
  /** Deletes all subscriptions of these matches. */
  removeOf(matchIds: readonly number[]): Promise<void>
}

export function createSubscriptionStore(db: Kysely<LibraryTables>): SubscriptionStore {
  return {
    list: (userId) =>
      db
        .selectFrom('match_subscription')
        .select(['match_id as matchId', 'created_at as createdAt'])
        .where('user_id', '=', userId)
        .orderBy('created_at', 'desc')
        .orderBy('match_id', 'desc')
        .execute(),

    async among(userId, matchIds) {
      if (matchIds.length === 0) return new Set()
      const rows = await db
        .selectFrom('match_subscription')
        .select('match_id')
        .where('user_id', '=', userId)
        .where('match_id', 'in', matchIds)
        .execute()
      return new Set(rows.map(({ match_id }) => match_id))
    },

    add: (userId, matchId, { nowSec, max, countOpen }) =>
      db.transaction().execute(async (tx) => {
        // Serialises the additions of one user, so that none exceeds the limit.
        await sql`select pg_advisory_xact_lock(hashtext('library.subscription'), ${userId}::int)`.execute(tx)
        const rows = await tx
          .selectFrom('match_subscription')
          .select('match_id')
          .where('user_id', '=', userId)
          .execute()
        const ids = rows.map(({ match_id }) => match_id)
        if (ids.includes(matchId)) return 'already'
        if (ids.length >= max && (await countOpen(tx, ids)) >= max) return 'full'
        await tx
          .insertInto('match_subscription')
          .values({ user_id: userId, match_id: matchId, created_at: nowSec })
          .execute()
        return 'added'
      }),

    async subscribers(tx, matchId, { afterId, limit }) {
      const { rows } = await sql<{ id: number }>`
        select user_id as id from match_subscription
        where match_id = ${matchId} and user_id > ${afterId}
        order by user_id limit ${limit}`.execute(tx)
      return rows.map(({ id }) => id)
    },

    async remove(userId, matchId) {
      const { numDeletedRows } = await db
        .deleteFrom('match_subscription')
        .where('user_id', '=', userId)
        .where('match_id', '=', matchId)
        .executeTakeFirstOrThrow()
      return numDeletedRows > 0n
    },

    async matches({ afterId, limit }) {
      const rows = await db
        .selectFrom('match_subscription')
        .select('match_id')
        .distinct()
        .where('match_id', '>', afterId)
        .orderBy('match_id')
        .limit(limit)
        .execute()
      return rows.map(({ match_id }) => match_id)
    },

    async removeOf(matchIds) {
      await db
        .deleteFrom('match_subscription')
        .where('match_id', '=', sql<number>`any(${[...matchIds]}::int[])`)
        .execute()
    },
  }
}
