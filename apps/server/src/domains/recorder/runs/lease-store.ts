import { sql, type Kysely } from 'kysely'
import type { RecorderTables } from '../recorder-tables.ts'

/** The right to write recordings. `term` distinguishes consecutive leases, also of the same holder. */
export interface Lease {
  readonly holder: string
  readonly term: number
}

export interface LeaseStore {
  /**
   * Acquires the lease if it is free, expired, or held by the same holder, so that a restarted recorder can continue at
   * once. Returns undefined while another holder has it.
   */
  acquire(holder: string, lifetimeSec: number): Promise<Lease | undefined>
  /** Extends the lease. Returns false if another holder has acquired it. */
  renew(lease: Lease, lifetimeSec: number): Promise<boolean>
  /** Releases the lease, so that another holder can acquire it at once. */
  release(lease: Lease): Promise<void>
}

/** One lease for all recordings of the station. Expiry uses the clock of the database. */
export function createLeaseStore(db: Kysely<RecorderTables>): LeaseStore {
  return {
    async acquire(holder, lifetimeSec) {
      const { rows } = await sql<{ term: number }>`
        insert into recorder_lease (id, holder, term, expires_at)
        values (1, ${holder}, 1, now() + make_interval(secs => ${lifetimeSec}))
        on conflict (id) do update
          set holder = excluded.holder, term = recorder_lease.term + 1, expires_at = excluded.expires_at
          where recorder_lease.holder = excluded.holder or recorder_lease.expires_at < now()
        returning term
      `.execute(db)
      const term = rows[0]?.term
      return term === undefined ? undefined : { holder, term }
    },
    async renew({ holder, term }, lifetimeSec) {
      const { numUpdatedRows } = await db
        .updateTable('recorder_lease')
        .set({ expires_at: sql`now() + make_interval(secs => ${lifetimeSec})` })
        .where('holder', '=', holder)
        .where('term', '=', term)
        .executeTakeFirst()
      return numUpdatedRows > 0n
    },
    async release({ holder, term }) {
      await db
        .updateTable('recorder_lease')
        .set({ expires_at: sql`now() - interval '1 second'` })
        .where('holder', '=', holder)
        .where('term', '=', term)
        .execute()
    },
  }
}

/**
 * Checks that the lease is still held, and locks its row, so that nobody can acquire it during this transaction.
 * @throws LeaseLostError
 */
export async function assertLease(tx: Kysely<RecorderTables>, { holder, term }: Lease): Promise<void> {
  const { rows } = await sql`
    select 1 from recorder_lease where holder = ${holder} and term = ${term} for share
  `.execute(tx)
  if (rows.length === 0) throw new LeaseLostError()
}

/** Another recorder has acquired the lease. */
export class LeaseLostError extends Error {
  override readonly name = 'LeaseLostError'

  constructor() {
    super('another recorder holds the lease')
  }
}
