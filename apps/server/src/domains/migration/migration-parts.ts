import type { Transaction } from 'kysely'
import type { Platform } from '../../platform/platform.ts'
import type { LegacyStore } from './legacy-store.ts'
import type { MigrationNeeds } from './migration-needs.ts'

/** Dependencies of this domain's parts. */
export interface MigrationParts extends MigrationNeeds, Pick<Platform, 'clock' | 'events' | 'pool'> {
  store: LegacyStore
  /** Runs work in a transaction of any domain's tables. */
  inTransaction<Result>(work: (tx: Transaction<unknown>) => Promise<Result>): Promise<Result>
}
