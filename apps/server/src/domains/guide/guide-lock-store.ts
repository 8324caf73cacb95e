import { sql, type Transaction } from 'kysely'
import type { GuideTables } from './guide-tables.ts'

/** Key of the advisory lock: "ymgp" in ASCII. */
const programmesLock = 0x796d6770

/**
 * Waits until no other transaction reads what it leaves out and then writes programmes. Held until the end of the
 * transaction: of an import only while it merges, not while it reads its file.
 */
export async function lockGuide(tx: Transaction<GuideTables>): Promise<void> {
  await sql`select pg_advisory_xact_lock(${programmesLock})`.execute(tx)
}
