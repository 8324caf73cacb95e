import { sql, type Kysely } from 'kysely'
import type { LibraryTables } from './library-tables.ts'

export interface Favourite {
  titleId: number
  /** Unix seconds. */
  createdAt: number
}

export interface FavouriteStore {
  /** False where it is one already. */
  add(userId: number, titleId: number, nowSec: number): Promise<boolean>
  /** Returns how many of these were favourites. */
  remove(userId: number, titleIds: readonly number[]): Promise<number>
  /** All of them, the newest first. */
  list(userId: number): Promise<Favourite[]>
}

export function createFavouriteStore(db: Kysely<LibraryTables>): FavouriteStore {
  return {
    async add(userId, titleId, nowSec) {
      const { numInsertedOrUpdatedRows } = await db
        .insertInto('favourite')
        .values({ user_id: userId, title_id: titleId, created_at: nowSec })
        .onConflict((conflict) => conflict.doNothing())
        .executeTakeFirstOrThrow()
      return numInsertedOrUpdatedRows === 1n
    },

    async remove(userId, titleIds) {
      const { numDeletedRows } = await db
        .deleteFrom('favourite')
        .where('user_id', '=', userId)
        .where('title_id', '=', sql<number>`any(${[...titleIds]}::int[])`)
        .executeTakeFirstOrThrow()
      return Number(numDeletedRows)
    },

    async list(userId) {
      const rows = await db
        .selectFrom('favourite')
        .select(['title_id', 'created_at'])
        .where('user_id', '=', userId)
        .orderBy('created_at', 'desc')
        .orderBy('title_id', 'desc')
        .execute()
      return rows.map(({ title_id, created_at }) => ({ titleId: title_id, createdAt: created_at }))
    },
  }
}
