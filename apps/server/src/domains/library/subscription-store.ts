import type { Kysely } from 'kysely'
import type { LibraryTables } from './library-tables.ts'

export interface Subscription {
  matchId: number
  /** Unix seconds. */
  createdAt: number
}

export interface SubscriptionStore {
  /** All of them, most recently subscribed first. */
  list(userId: number): Promise<Subscription[]>
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
  }
}
