import { sql, type Kysely } from 'kysely'
import type { LibraryTitles } from './library-needs.ts'
import type { LibraryTables } from './library-tables.ts'

export interface Favourite {
  titleId: number
  /** Unix seconds. */
  createdAt: number
}

/** A favourite of an older system. */
export interface ImportedFavourite extends Favourite {
  userId: number
}

export interface FavouriteStore {
  /** Adds those that are missing, of users and titles that exist. */
  addAll(favourites: readonly ImportedFavourite[]): Promise<void>
  /** False if it is a favourite already. */
  add(userId: number, titleId: number, nowSec: number): Promise<boolean>
  /** Returns how many of these were favourites. */
  remove(userId: number, titleIds: readonly number[]): Promise<number>
  /** A page of the visible ones, newest first, and the number of all visible ones. */
  page(userId: number, page: { offset: number; limit: number }): Promise<{ titleIds: number[]; total: number }>
  /** All of them, newest first. */
  list(userId: number): Promise<Favourite[]>
}

export function createFavouriteStore(
  db: Kysely<LibraryTables>,
  titles: Pick<LibraryTitles, 'isVisible'>,
): FavouriteStore {
  const visible = (userId: number) =>
    db.selectFrom('favourite').where('user_id', '=', userId).where(titles.isVisible('favourite.title_id'))

  return {
    async add(userId, titleId, nowSec) {
      const { numInsertedOrUpdatedRows } = await db
        .insertInto('favourite')
        .values({ user_id: userId, title_id: titleId, created_at: nowSec })
        .onConflict((conflict) => conflict.doNothing())
        .executeTakeFirstOrThrow()
      return numInsertedOrUpdatedRows === 1n
    },

    async addAll(favourites) {
      if (favourites.length === 0) return
      const list = <Key extends keyof ImportedFavourite>(key: Key) => favourites.map((one) => one[key])
      await sql`
        insert into favourite (user_id, title_id, created_at)
        select user_id, title_id, min(created_at)
        from unnest(${list('userId')}::int[], ${list('titleId')}::int[], ${list('createdAt')}::bigint[])
          as given (user_id, title_id, created_at)
        group by user_id, title_id order by user_id, title_id
        on conflict do nothing`.execute(db)
    },

    async remove(userId, titleIds) {
      const { numDeletedRows } = await db
        .deleteFrom('favourite')
        .where('user_id', '=', userId)
        .where('title_id', '=', sql<number>`any(${[...titleIds]}::int[])`)
        .executeTakeFirstOrThrow()
      return Number(numDeletedRows)
    },

    async page(userId, { offset, limit }) {
      const [rows, { total }] = await Promise.all([
        visible(userId)
          .select('title_id')
          .orderBy('created_at', 'desc')
          .orderBy('title_id', 'desc')
          .offset(offset)
          .limit(limit)
          .execute(),
        visible(userId)
          .select(({ fn }) => fn.countAll<number>().as('total'))
          .executeTakeFirstOrThrow(),
      ])
      return { titleIds: rows.map(({ title_id }) => title_id), total }
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
