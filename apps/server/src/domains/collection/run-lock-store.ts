import { sql, type Kysely } from 'kysely'
import type { CollectionTables } from './collection-tables.ts'

/** Keys of advisory locks: "ymco" and "ymcw" in ASCII. They end with their connection, and so with a killed process. */
const sourceLock = 0x796d636f
const writeLock = 0x796d6377

/** Runs work while no other run recognises and writes titles: two sources would both add a title that neither has. */
export type WhileWriting = <Result>(work: () => Promise<Result>) => Promise<Result>

/** Whether a process works for the source now. */
export const isSourceLocked = async (db: Kysely<CollectionTables>, sourceId: number): Promise<boolean> =>
  (await withSourceLock(db, sourceId, () => Promise.resolve(false))) === 'busy'

/**
 * Runs work that no other process does for the same source at the same time. Returns `busy` if one does.
 */
export function withSourceLock<Result>(
  db: Kysely<CollectionTables>,
  sourceId: number,
  work: (whileWriting: WhileWriting) => Promise<Result>,
): Promise<Result | 'busy'> {
  return db.connection().execute(async (connection) => {
    const { rows } = await sql<{ got: boolean }>`
      select pg_try_advisory_lock(${sourceLock}, ${sourceId}) as got
    `.execute(connection)
    if (rows[0]?.got !== true) return 'busy'
    const whileWriting: WhileWriting = async (write) => {
      await sql`select pg_advisory_lock(${writeLock})`.execute(connection)
      try {
        return await write()
      } finally {
        await sql`select pg_advisory_unlock(${writeLock})`.execute(connection)
      }
    }
    try {
      return await work(whileWriting)
    } finally {
      await sql`select pg_advisory_unlock(${sourceLock}, ${sourceId})`.execute(connection)
    }
  })
}
