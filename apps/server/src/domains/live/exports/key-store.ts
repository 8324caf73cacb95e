import { sql, type Kysely } from 'kysely'
import type { LiveTables } from '../live-tables.ts'

/** A user's key; the serial number increases with each renewal. */
export interface StoredKey {
  userId: number
  serial: number
  createdAt: number
}

export interface KeyStore {
  activeKey(userId: number): Promise<StoredKey | null>
  renew(userId: number, nowSec: number): Promise<StoredKey>
  /** Returns false if no key was active. */
  revoke(userId: number): Promise<boolean>
}

/** Stores the active key of each user. */
export function createKeyStore(db: Kysely<LiveTables>): KeyStore {
  return {
    async activeKey(userId) {
      const row = await db
        .selectFrom('live_export_key')
        .select(['user_id as userId', 'serial', 'created_at as createdAt'])
        .where('user_id', '=', userId)
        .where('open', '=', true)
        .executeTakeFirst()
      return row ?? null
    },

    renew: (userId, nowSec) =>
      db
        .insertInto('live_export_key')
        .values({ user_id: userId, serial: 1, open: true, created_at: nowSec })
        .onConflict((conflict) =>
          conflict
            .column('user_id')
            .doUpdateSet({ serial: sql<number>`live_export_key.serial + 1`, open: true, created_at: nowSec }),
        )
        .returning(['user_id as userId', 'serial', 'created_at as createdAt'])
        .executeTakeFirstOrThrow(),

    async revoke(userId) {
      const { numUpdatedRows } = await db
        .updateTable('live_export_key')
        .set({ open: false })
        .where('user_id', '=', userId)
        .where('open', '=', true)
        .executeTakeFirstOrThrow()
      return numUpdatedRows > 0n
    },
  }
}
