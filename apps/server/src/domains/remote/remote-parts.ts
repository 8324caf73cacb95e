import type { Kysely, Transaction } from 'kysely'
import type { Platform } from '../../platform/platform.ts'
import type { Hosts } from './hosts.ts'
import type { RemoteNeeds } from './remote-needs.ts'
import type { RemoteTables } from './remote-tables.ts'

/** Dependencies of this domain's parts. */
export interface RemoteParts extends RemoteNeeds, Pick<Platform, 'events' | 'clock' | 'log'> {
  db: Kysely<RemoteTables>
  /** Runs work in a transaction of any domain's tables. */
  inTransaction<Result>(work: (tx: Transaction<unknown>) => Promise<Result>): Promise<Result>
  hosts: Hosts
}
