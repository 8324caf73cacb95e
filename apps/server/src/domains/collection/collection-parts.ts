import type { Kysely, Transaction } from 'kysely'
import type { CollectionNeeds, CollectionPlatform } from './collection-needs.ts'
import type { CollectionTables } from './collection-tables.ts'
import type { ItemStore } from './item-store.ts'
import type { RunStore } from './run-store.ts'
import type { SourceStore } from './source-store.ts'

/** What the parts of this domain share. */
export interface CollectionParts extends Pick<CollectionPlatform, 'egress' | 'log' | 'clock'> {
  db: Kysely<CollectionTables>
  needs: CollectionNeeds
  sources: SourceStore
  items: ItemStore
  runs: RunStore
  nowSec(): number
  inTransaction<Result>(work: (tx: Transaction<unknown>) => Promise<Result>): Promise<Result>
}
