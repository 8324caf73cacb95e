import type { Transaction } from 'kysely'
import type { Platform } from '../../platform/platform.ts'
import type { ItemStore } from './items/item-store.ts'
import type { LegacyStore } from './legacy-store.ts'
import type { MigrationNeeds } from './migration-needs.ts'

/** Dependencies of this domain's parts. */
export interface MigrationParts
  extends MigrationNeeds, Pick<Platform, 'clock' | 'events' | 'pool' | 'egress' | 'accounts'> {
  store: LegacyStore
  items: ItemStore
  /** Runs work in a transaction of any domain's tables. */
  inTransaction<Result>(work: (tx: Transaction<unknown>) => Promise<Result>): Promise<Result>
}
