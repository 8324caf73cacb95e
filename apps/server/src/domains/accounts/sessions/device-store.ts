import type { Kysely } from 'kysely'
import type { AccountsTables } from '../accounts-tables.ts'

/** Browsers that a user asked an account to remember. */
export interface DeviceStore {
  add(device: { tokenHash: Buffer; userId: number; nowSec: number }): Promise<void>
  /** Whether the account knows the device. Records that it was used. */
  isKnown(device: { tokenHash: Buffer; userId: number; nowSec: number }): Promise<boolean>
  remove(device: { tokenHash: Buffer; userId: number }): Promise<void>
  removeOf(userId: number): Promise<void>
  removeUnused(beforeSec: number): Promise<void>
}

export function createDeviceStore(db: Kysely<AccountsTables>): DeviceStore {
  return {
    async add({ tokenHash, userId, nowSec }) {
      const row = { token_hash: tokenHash, user_id: userId, created_at: nowSec, used_at: nowSec }
      await db.insertInto('user_device').values(row).execute()
    },
    async isKnown({ tokenHash, userId, nowSec }) {
      const { numUpdatedRows } = await db
        .updateTable('user_device')
        .set({ used_at: nowSec })
        .where('token_hash', '=', tokenHash)
        .where('user_id', '=', userId)
        .executeTakeFirst()
      return numUpdatedRows > 0n
    },
    async remove({ tokenHash, userId }) {
      await db.deleteFrom('user_device').where('token_hash', '=', tokenHash).where('user_id', '=', userId).execute()
    },
    async removeOf(userId) {
      await db.deleteFrom('user_device').where('user_id', '=', userId).execute()
    },
    async removeUnused(beforeSec) {
      await db.deleteFrom('user_device').where('used_at', '<', beforeSec).execute()
    },
  }
}
