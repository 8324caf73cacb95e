import type { CommentKind } from '@yunmu/contract'
import { sql, type Kysely } from 'kysely'
import type { Lock, LockedPart } from './locks-rules.ts'
import type { LocksTables } from './locks-tables.ts'

export interface LockStore {
  /** All locks: operators lock few things, and every process knows them. */
  all(): Promise<Lock[]>
  /** The locks of these subjects. */
  of(kind: CommentKind, ids: readonly number[]): Promise<Lock[]>
  /** Sets the password of a part, in place of the former one. */
  set(part: LockedPart, lock: { passwordHash: string; nowSec: number }): Promise<void>
  /** Gives those parts a password that have none. */
  addMissing(locks: readonly { part: LockedPart; passwordHash: string }[], nowSec: number): Promise<void>
  /** False if it has no password. */
  remove(part: LockedPart): Promise<boolean>
  /** Null if the lock was removed. */
  passwordHash(lockId: number): Promise<string | null>
  /** Opens a lock for a browser; false if the lock has been removed. */
  open(unlock: { browser: Buffer; lockId: number; until: number }): Promise<boolean>
  /** Which of these locks a browser has opened, and until when, by id. */
  opened(browser: Buffer, lockIds: readonly number[], nowSec: number): Promise<Map<number, number>>
  removeExpired(nowSec: number): Promise<void>
}

/** The locks, and the browsers that opened them. */
export function createLockStore(db: Kysely<LocksTables>): LockStore {
  const remove = async (part: LockedPart): Promise<boolean> => {
    const { numDeletedRows } = await db
      .deleteFrom('subject_lock')
      .where('kind', '=', part.kind)
      .where('subject_id', '=', part.id)
      .where('line', '=', part.line)
      .executeTakeFirstOrThrow()
    return numDeletedRows > 0n
  }
  return {
    all: () =>
      db
        .selectFrom('subject_lock')
        .select(['id as lockId', 'kind', 'subject_id as id', 'line'])
        .orderBy('kind')
        .orderBy('subject_id')
        .orderBy('line')
        .execute(),

    of: (kind, ids) =>
      db
        .selectFrom('subject_lock')
        .select(['id as lockId', 'kind', 'subject_id as id', 'line'])
        .where('kind', '=', kind)
        .where('subject_id', '=', sql<number>`any(${[...ids]}::int[])`)
        .execute(),

    async set(part, { passwordHash, nowSec }) {
      await remove(part)
      await db
        .insertInto('subject_lock')
        .values({
          kind: part.kind,
          subject_id: part.id,
          line: part.line,
          password_hash: passwordHash,
          created_at: nowSec,
        })
        .execute()
    },

    async addMissing(locks, nowSec) {
      if (locks.length === 0) return
      const rows = locks.map(({ part: { kind, id, line }, passwordHash }) => ({
        kind,
        subject_id: id,
        line,
        password_hash: passwordHash,
        created_at: nowSec,
      }))
      await db
        .insertInto('subject_lock')
        .values(rows)
        .onConflict((conflict) => conflict.doNothing())
        .execute()
    },

    remove,

    async passwordHash(lockId) {
      const row = await db
        .selectFrom('subject_lock')
        .select('password_hash')
        .where('id', '=', lockId)
        .executeTakeFirst()
      return row?.password_hash ?? null
    },

    async open({ browser, lockId, until }) {
      const { numAffectedRows = 0n } = await sql`
        insert into unlock (browser, lock_id, until)
        select ${browser}, id, ${until} from subject_lock where id = ${lockId}
        on conflict (browser, lock_id) do update set until = excluded.until
      `.execute(db)
      return numAffectedRows > 0n
    },

    async opened(browser, lockIds, nowSec) {
      const rows = await db
        .selectFrom('unlock')
        .select(['lock_id', 'until'])
        .where('browser', '=', browser)
        .where('lock_id', '=', sql<number>`any(${[...lockIds]}::int[])`)
        .where('until', '>', nowSec)
        .execute()
      return new Map(rows.map(({ lock_id, until }) => [lock_id, until]))
    },

    async removeExpired(nowSec) {
      await db.deleteFrom('unlock').where('until', '<=', nowSec).execute()
    },
  }
}
