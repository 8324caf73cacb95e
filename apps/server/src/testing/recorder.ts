import type { Kysely } from 'kysely'
import { createLeaseStore, type Lease } from '../domains/recorder/runs/lease-store.ts'
import type { RecorderTables } from '../domains/recorder/recorder-tables.ts'

/** A lease to write recordings, valid for a minute. */
export async function aLease(db: Kysely<RecorderTables>): Promise<Lease> {
  const lease = await createLeaseStore(db).acquire('here', 60)
  if (!lease) throw new Error('somebody else holds the lease')
  return lease
}
