import type { Kysely } from 'kysely'
import type { ModerationTables } from './moderation-tables.ts'

/** A muted user. `until` is Unix seconds. */
export interface Mute {
  userId: number
  until: number
  reason: string
}

export interface MuteStore {
  /** Until when a user is muted, Unix seconds; 0 if not muted. */
  until(userId: number, nowSec: number): Promise<number>
  /** Mutes a user, or changes until when. */
  save(mute: Mute): Promise<void>
  /** False if the user was not muted. */
  end(userId: number): Promise<boolean>
  /** Users muted now, the longest first. */
  list(nowSec: number): Promise<Mute[]>
  deleteExpired(nowSec: number): Promise<void>
}

export function createMuteStore(db: Kysely<ModerationTables>): MuteStore {
  return {
    async until(userId, nowSec) {
      const row = await db
        .selectFrom('moderation_mute')
        .select('until')
        .where('user_id', '=', userId)
        .where('until', '>', nowSec)
        .executeTakeFirst()
      return row?.until ?? 0
    },
    async save({ userId, until, reason }) {
      await db
        .insertInto('moderation_mute')
        .values({ user_id: userId, until, reason })
        .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ until, reason }))
        .execute()
    },
    async end(userId) {
      const { numDeletedRows } = await db.deleteFrom('moderation_mute').where('user_id', '=', userId).executeTakeFirst()
      return numDeletedRows > 0n
    },
    list: (nowSec) =>
      db
        .selectFrom('moderation_mute')
        .select(['user_id as userId', 'until', 'reason'])
        .where('until', '>', nowSec)
        .orderBy('until', 'desc')
        .orderBy('user_id')
        .execute(),
    async deleteExpired(nowSec) {
      await db.deleteFrom('moderation_mute').where('until', '<=', nowSec).execute()
    },
  }
}
