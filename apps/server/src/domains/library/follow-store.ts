import { sql, type Kysely } from 'kysely'
import type { LibraryTables } from './library-tables.ts'

export interface Follow {
  channelId: number
  /** Unix seconds. */
  createdAt: number
}

export interface FollowStore {
  /** Whether it was added, or why not: it is followed already, or the user follows the maximum. */
  add(
    userId: number,
    channelId: number,
    limits: { nowSec: number; maxFollows: number },
  ): Promise<'added' | 'already' | 'full'>
  /** Returns how many of these were followed. */
  remove(userId: number, channelIds: readonly number[]): Promise<number>
  /** All of them, most recently followed first. */
  list(userId: number): Promise<Follow[]>
}

export function createFollowStore(db: Kysely<LibraryTables>): FollowStore {
  return {
    add: (userId, channelId, { nowSec, maxFollows }) =>
      db.transaction().execute(async (tx) => {
        // Serialises the additions of one user, so that none exceeds the limit.
        await sql`select pg_advisory_xact_lock(hashtext('library.follow'), ${userId}::int)`.execute(tx)
        const followed = await tx.selectFrom('follow').select('channel_id').where('user_id', '=', userId).execute()
        if (followed.some(({ channel_id }) => channel_id === channelId)) return 'already'
        if (followed.length >= maxFollows) return 'full'
        await tx.insertInto('follow').values({ user_id: userId, channel_id: channelId, created_at: nowSec }).execute()
        return 'added'
      }),

    async remove(userId, channelIds) {
      const { numDeletedRows } = await db
        .deleteFrom('follow')
        .where('user_id', '=', userId)
        .where('channel_id', '=', sql<number>`any(${[...channelIds]}::int[])`)
        .executeTakeFirstOrThrow()
      return Number(numDeletedRows)
    },

    list: (userId) =>
      db
        .selectFrom('follow')
        .select(['channel_id as channelId', 'created_at as createdAt'])
        .where('user_id', '=', userId)
        .orderBy('created_at', 'desc')
        .orderBy('channel_id', 'desc')
        .execute(),
  }
}
