import { laterListId } from '@yunmu/contract'
import { sql, type Kysely, type Transaction } from 'kysely'
import type { LibraryTitles } from './library-needs.ts'
import type { LibraryTables } from './library-tables.ts'

/** The stored name of 稍后看. Own lists have at least one character. */
const laterName = ''

export interface StoredList {
  /** `laterListId` for 稍后看. */
  id: number
  name: string
  /** Number of visible titles. */
  count: number
  /** The newest visible titles, at most three. */
  newest: number[]
  has: boolean
}

export interface ListStore {
  /** All lists of a user in their order, 稍后看 first if it exists. `has` says whether they contain the title. */
  lists(userId: number, titleId: number): Promise<StoredList[]>
  /** A page of visible titles, newest first; null if there is no such list. */
  page(
    userId: number,
    listId: number,
    page: { offset: number; limit: number },
  ): Promise<{ titleIds: number[]; total: number } | null>
  /** Adds a title, or says why not. */
  add(
    userId: number,
    listId: number,
    titleId: number,
    limits: { nowSec: number; maxTitles: number },
  ): Promise<'added' | 'already' | 'full' | 'missing'>
  /** Returns how many of these were in the list; null if there is no such list. */
  remove(userId: number, listId: number, titleIds: readonly number[]): Promise<number | null>
  /** Returns the id of the new list, or why there is none. */
  create(userId: number, name: string, limits: { nowSec: number; maxLists: number }): Promise<number | 'taken' | 'full'>
  rename(userId: number, listId: number, name: string): Promise<'renamed' | 'taken' | 'missing'>
  /** Puts these first, in this order. Ids of others are ignored. */
  order(userId: number, listIds: readonly number[]): Promise<void>
  /** False if there is no such list. */
  delete(userId: number, listId: number): Promise<boolean>
  /** Whether 稍后看 contains the title. */
  isLater(userId: number, titleId: number): Promise<boolean>
  /** All lists with all titles. */
  all(userId: number): Promise<{ name: string; createdAt: number; titles: { titleId: number; addedAt: number }[] }[]>
}

export function createListStore(db: Kysely<LibraryTables>, titles: Pick<LibraryTitles, 'isVisible'>): ListStore {
  /** A user's list by its id in calls. */
  const listOf = (tx: Kysely<LibraryTables>, userId: number, listId: number) => {
    const own = tx.selectFrom('title_list').select('id').where('user_id', '=', userId)
    return listId === laterListId
      ? own.where('name', '=', laterName)
      : own.where('id', '=', listId).where('name', '<>', laterName)
  }
  /** Runs changes of one user one after another, so that none exceeds a limit. */
  const serialised = <Result>(userId: number, run: (tx: Transaction<LibraryTables>) => Promise<Result>) =>
    db.transaction().execute(async (tx) => {
      await sql`select pg_advisory_xact_lock(hashtext('library.list'), ${userId}::int)`.execute(tx)
      return run(tx)
    })
  const insert = (tx: Kysely<LibraryTables>, userId: number, name: string, nowSec: number) =>
    tx
      .insertInto('title_list')
      .values({
        user_id: userId,
        name,
        position: sql<number>`(select coalesce(max(position), 0) + 1 from title_list where user_id = ${userId})`,
        created_at: nowSec,
      })
      .returning('id')
      .executeTakeFirstOrThrow()

  return {
    async lists(userId, titleId) {
      const { rows } = await sql<StoredList>`
        select case when title_list.name = ${laterName} then ${laterListId}::int else title_list.id end as id,
          title_list.name, shown.count, shown.newest,
          exists (
            select from title_list_item where list_id = title_list.id and title_id = ${titleId}
          ) as has
        from title_list
        cross join lateral (
          select count(*)::int as count,
            coalesce((array_agg(title_id order by added_at desc, title_id desc))[:3], '{}') as newest
          from title_list_item as item where list_id = title_list.id and ${titles.isVisible('item.title_id')}
        ) as shown
        where user_id = ${userId}
        order by title_list.name <> ${laterName}, position, title_list.id
      `.execute(db)
      return rows
    },

    async page(userId, listId, { offset, limit }) {
      const list = await listOf(db, userId, listId).executeTakeFirst()
      // 稍后看 exists for everybody, even before its first title.
      if (!list) return listId === laterListId ? { titleIds: [], total: 0 } : null
      const visible = db
        .selectFrom('title_list_item')
        .where('list_id', '=', list.id)
        .where(titles.isVisible('title_list_item.title_id'))
      const [rows, { total }] = await Promise.all([
        visible
          .select('title_id')
          .orderBy('added_at', 'desc')
          .orderBy('title_id', 'desc')
          .offset(offset)
          .limit(limit)
          .execute(),
        visible.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow(),
      ])
      return { titleIds: rows.map(({ title_id }) => title_id), total }
    },

    add: (userId, listId, titleId, { nowSec, maxTitles }) =>
      serialised(userId, async (tx) => {
        const found = await listOf(tx, userId, listId).executeTakeFirst()
        const list = found ?? (listId === laterListId ? await insert(tx, userId, laterName, nowSec) : null)
        if (!list) return 'missing'
        const items = await tx.selectFrom('title_list_item').select('title_id').where('list_id', '=', list.id).execute()
        if (items.some(({ title_id }) => title_id === titleId)) return 'already'
        if (items.length >= maxTitles) return 'full'
        await tx
          .insertInto('title_list_item')
          .values({ list_id: list.id, title_id: titleId, added_at: nowSec })
          .execute()
        return 'added'
      }),

    async remove(userId, listId, titleIds) {
      const list = await listOf(db, userId, listId).executeTakeFirst()
      if (!list) return listId === laterListId ? 0 : null
      const { numDeletedRows } = await db
        .deleteFrom('title_list_item')
        .where('list_id', '=', list.id)
        .where('title_id', '=', sql<number>`any(${[...titleIds]}::int[])`)
        .executeTakeFirstOrThrow()
      return Number(numDeletedRows)
    },

    create: (userId, name, { nowSec, maxLists }) =>
      serialised(userId, async (tx) => {
        const own = await tx
          .selectFrom('title_list')
          .select('name')
          .where('user_id', '=', userId)
          .where('name', '<>', laterName)
          .execute()
        if (own.some((list) => list.name === name)) return 'taken'
        return own.length >= maxLists ? 'full' : (await insert(tx, userId, name, nowSec)).id
      }),

    rename: (userId, listId, name) =>
      serialised(userId, async (tx) => {
        const list = await listOf(tx, userId, listId).executeTakeFirst()
        if (!list) return 'missing'
        const namesake = await tx
          .selectFrom('title_list')
          .select('id')
          .where('user_id', '=', userId)
          .where('name', '=', name)
          .executeTakeFirst()
        if (namesake && namesake.id !== list.id) return 'taken'
        await tx.updateTable('title_list').set({ name }).where('id', '=', list.id).execute()
        return 'renamed'
      }),

    order: (userId, listIds) =>
      serialised(userId, async (tx) => {
        await sql`
          update title_list set position = placed.place
          from (
            select list.id, row_number() over (order by wanted.place nulls last, list.position, list.id)::int as place
            from title_list as list
            left join unnest(${[...listIds]}::int[]) with ordinality as wanted (id, place) on wanted.id = list.id
            where list.user_id = ${userId}
          ) as placed
          where title_list.id = placed.id
        `.execute(tx)
      }),

    async delete(userId, listId) {
      const { numDeletedRows } = await db
        .deleteFrom('title_list')
        .where('user_id', '=', userId)
        .where('id', '=', listId)
        .where('name', '<>', laterName)
        .executeTakeFirstOrThrow()
      return numDeletedRows === 1n
    },

    async isLater(userId, titleId) {
      const row = await db
        .selectFrom('title_list_item')
        .innerJoin('title_list', 'title_list.id', 'list_id')
        .select('title_id')
        .where('user_id', '=', userId)
        .where('name', '=', laterName)
        .where('title_id', '=', titleId)
        .executeTakeFirst()
      return row !== undefined
    },

    async all(userId) {
      const rows = await db
        .selectFrom('title_list')
        .leftJoin('title_list_item', 'list_id', 'title_list.id')
        .select(['title_list.id', 'name', 'created_at', 'title_id', 'added_at'])
        .where('user_id', '=', userId)
        .orderBy('position')
        .orderBy('title_list.id')
        .orderBy('added_at', 'desc')
        .orderBy('title_id', 'desc')
        .execute()
      return [...Map.groupBy(rows, ({ id }) => id).values()].map((items) => ({
        name: items[0]?.name ?? '',
        createdAt: items[0]?.created_at ?? 0,
        titles: items.flatMap(({ title_id, added_at }) =>
          title_id === null || added_at === null ? [] : [{ titleId: title_id, addedAt: added_at }],
        ),
      }))
    },
  }
}
