import type { Kysely, Transaction } from 'kysely'
import { sql } from 'kysely'
import { weightOfUps, type Pool } from './danmaku-rules.ts'
import type { DanmakuTables } from './danmaku-tables.ts'

/** More likes in one pool are not listed: an hour of liking at the maximum rate. */
const maxListed = 3600

export interface UpStore {
  /** Likes a danmaku, or removes the like. Null if it is not shown. */
  toggle(id: string, userId: number, nowMs: number): Promise<{ up: number; upped: boolean } | null>
  /** The shown danmaku of a pool that a user liked, latest first. */
  uppedIn(pool: Pool, userId: number): Promise<string[]>
  /** The number of likes that a user gave since a time. */
  countOf(userId: number, sinceMs: number): Promise<number>
  /** Removes the likes of users, in the transaction that deletes these users. */
  removeOfUsers(tx: Transaction<DanmakuTables>, userIds: readonly number[]): Promise<void>
}

export function createUpStore(db: Kysely<DanmakuTables>): UpStore {
  return {
    toggle: (id, userId, nowMs) =>
      db.transaction().execute(async (tx) => {
        const row = await tx
          .selectFrom('danmaku')
          .select(['id', 'up_count', 'weight'])
          .where('id', '=', sql<number>`${id}::bigint`)
          .where('state', '=', 'shown')
          .forUpdate()
          .executeTakeFirst()
        if (!row) return null
        const own = { danmaku_id: row.id, user_id: userId }
        const { numDeletedRows } = await tx
          .deleteFrom('danmaku_up')
          .where('danmaku_id', '=', row.id)
          .where('user_id', '=', userId)
          .executeTakeFirstOrThrow()
        const upped = numDeletedRows === 0n
        if (upped)
          await tx
            .insertInto('danmaku_up')
            .values({ ...own, created_ms: nowMs })
            .execute()
        const up = Math.max(0, row.up_count + (upped ? 1 : -1))
        const weight = row.weight + weightOfUps(up) - weightOfUps(row.up_count)
        await tx.updateTable('danmaku').set({ up_count: up, weight }).where('id', '=', row.id).execute()
        return { up, upped }
      }),
    async uppedIn({ kind, id, level }, userId) {
      const rows = await db
        .selectFrom('danmaku_up')
        .innerJoin('danmaku', 'danmaku.id', 'danmaku_up.danmaku_id')
        .where('danmaku_up.user_id', '=', userId)
        .where('kind', '=', kind)
        .where('subject_id', '=', id)
        .where('level', '=', level)
        .where('state', '=', 'shown')
        .select('danmaku.id')
        .orderBy('danmaku_up.created_ms', 'desc')
        .limit(maxListed)
        .execute()
      return rows.map((row) => String(row.id))
    },
    async countOf(userId, sinceMs) {
      const { count } = await db
        .selectFrom('danmaku_up')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .where('user_id', '=', userId)
        .where('created_ms', '>=', sinceMs)
        .executeTakeFirstOrThrow()
      return count
    },
    async removeOfUsers(tx, userIds) {
      const { rows } = await sql<{ id: number; up_count: number; weight: number; gone: number }>`
        select danmaku.id, up_count, weight, gone
        from danmaku join (
          select danmaku_id, count(*) as gone from danmaku_up
          where user_id = any(${[...userIds]}::int[]) group by danmaku_id
        ) as given on given.danmaku_id = danmaku.id
        order by danmaku.id for update of danmaku`.execute(tx)
      const updated = rows.map(({ id, up_count, weight, gone }) => {
        const up = Math.max(0, up_count - gone)
        return { id, up, weight: weight + weightOfUps(up) - weightOfUps(up_count) }
      })
      const list = (key: 'id' | 'up' | 'weight') => updated.map((one) => one[key])
      await sql`
        update danmaku set up_count = given.up, weight = given.weight
        from unnest(${list('id')}::bigint[], ${list('up')}::int[], ${list('weight')}::smallint[]) as given(id, up, weight)
        where danmaku.id = given.id`.execute(tx)
      await tx
        .deleteFrom('danmaku_up')
        .where('user_id', 'in', [...userIds])
        .execute()
    },
  }
}
