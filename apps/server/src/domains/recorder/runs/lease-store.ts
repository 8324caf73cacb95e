import { sql, type Kysely } from 'kysely'
import type { RecorderTables } from '../recorder-tables.ts'

/** The right to write recordings. `term` tells one holding from the next, also by the same holder. */
export interface Lease {
  readonly holder: string
  readonly term: number
}

export interface LeaseStore {
  /**
   * Takes the lease where it is free, has run out, or was this holder's own: a recorder that was killed is followed at
   * once by the next of the same station. Undefined while another holds it.
   */
  acquire(holder: string, lifetimeSec: number): Promise<Lease | undefined>
  /** Prolongs it. False where somebody else has taken it. */
  renew(lease: Lease, lifetimeSec: number): Promise<boolean>
  /** Gives it back, so that another may begin at once. */
  release(lease: Lease): Promise<void>
}

/** One lease for all recordings of the station. The database's clock counts, the same for everybody. */
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

/** Keeps whoever has lost the lease from writing, and whoever wants it from taking it while this transaction writes. */
export async function assertLease(tx: Kysely<RecorderTables>, { holder, term }: Lease): Promise<void> {
  const { rows } = await sql`
    select 1 from recorder_lease where holder = ${holder} and term = ${term} for share
  `.execute(tx)
  if (rows.length === 0) throw new LeaseLostError()
}

/** Another recorder writes now. */
export class LeaseLostError extends Error {
  override readonly name = 'LeaseLost'

  constructor() {
    super('another recorder holds the lease')
  }
}
