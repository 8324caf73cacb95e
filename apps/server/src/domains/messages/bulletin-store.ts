import { maxBulletins, type MessageDialog } from '@yunmu/contract'
import { sql, type Kysely } from 'kysely'
import type { MessagesTables } from './messages-tables.ts'

/** A bulletin. Times are Unix seconds. */
export interface Bulletin {
  id: number
  dialog: MessageDialog
  title: string
  content: string
  startsAt: number
  /** Null never ends. */
  endsAt: number | null
}

export interface BulletinStore {
  /** Every bulletin, including future and ended ones, newest first. */
  list(): Promise<Bulletin[]>
  /** The bulletins that are active at a time, newest first, at most as many as are shown. */
  active(nowSec: number): Promise<Bulletin[]>
  add(bulletin: Omit<Bulletin, 'id'>, options?: { demo: boolean }): Promise<number>
  /** False if there is no such bulletin. */
  remove(id: number): Promise<boolean>
  hasDemo(): Promise<boolean>
  removeDemo(): Promise<boolean>
  /** The ids of the bulletins that a user has read. */
  readBy(userId: number): Promise<ReadonlySet<number>>
  /** The same for several users; those who have read none are missing. */
  readByEach(userIds: readonly number[]): Promise<Map<number, ReadonlySet<number>>>
  /** Adds to the bulletins that a user has read. Ids of deleted bulletins are dropped. */
  markRead(userId: number, ids: readonly number[]): Promise<void>
}

export function createBulletinStore(db: Kysely<MessagesTables>): BulletinStore {
  const bulletins = () =>
    db
      .selectFrom('bulletin')
      .select(['id', 'dialog', 'title', 'content', 'starts_at as startsAt', 'ends_at as endsAt'])
      .orderBy('starts_at', 'desc')
      .orderBy('id', 'desc')
  const readByEach: BulletinStore['readByEach'] = async (userIds) => {
    const rows = await db
      .selectFrom('bulletin_read')
      .select(['user_id', 'ids'])
      .where('user_id', '=', sql<number>`any(${[...userIds]}::int[])`)
      .execute()
    return new Map(rows.map(({ user_id, ids }) => [user_id, new Set(ids)]))
  }
  return {
    list: () => bulletins().execute(),
    active: (nowSec) =>
      bulletins()
        .where('starts_at', '<=', nowSec)
        .where((where) => where.or([where('ends_at', 'is', null), where('ends_at', '>', nowSec)]))
        .limit(maxBulletins)
        .execute(),
    async add({ dialog, title, content, startsAt, endsAt }, { demo } = { demo: false }) {
      const row = { dialog, title, content, starts_at: startsAt, ends_at: endsAt, demo }
      return (await db.insertInto('bulletin').values(row).returning('id').executeTakeFirstOrThrow()).id
    },
    async remove(id) {
      const { numDeletedRows } = await db.deleteFrom('bulletin').where('id', '=', id).executeTakeFirst()
      return numDeletedRows > 0n
    },
    async hasDemo() {
      return (await db.selectFrom('bulletin').select('id').where('demo', '=', true).executeTakeFirst()) !== undefined
    },
    async removeDemo() {
      const { numDeletedRows } = await db.deleteFrom('bulletin').where('demo', '=', true).executeTakeFirst()
      return numDeletedRows > 0n
    },
    readBy: async (userId) => (await readByEach([userId])).get(userId) ?? new Set(),
    readByEach,
    async markRead(userId, ids) {
      await sql`
        insert into bulletin_read as known (user_id, ids)
        values (${userId}, array(select id from bulletin where id = any(${[...ids]}::int[])))
        on conflict (user_id) do update
        set ids = array(select id from bulletin where id = any(known.ids || excluded.ids))`.execute(db)
    },
  }
}
