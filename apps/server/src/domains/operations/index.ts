import type { Kysely } from 'kysely'
import type { DomainModule } from '../../platform/domain-module.ts'
import { importFolder, type ImportOptions, type ImportSummary } from './import-folder.ts'
import { createImportStore } from './import-store.ts'
import type { OperationsNeeds } from './operations-needs.ts'
import type { OperationsTables } from './operations-tables.ts'

/** What this domain offers to the application. */
export interface Operations {
  /** Imports every video of a folder; `busy` while another process imports into this station. */
  importFolder(options: ImportOptions): Promise<ImportSummary | 'busy' | 'NoSuchType'>
  readonly module: DomainModule
}

/** What an operator does with the station. */
export function createOperations(db: Kysely<OperationsTables>, needs: OperationsNeeds): Operations {
  const store = createImportStore(db)
  return { importFolder: (options) => importFolder(store, needs, options), module: { name: 'operations' } }
}

export type { ImportEvent, Report } from './import-events.ts'
export type { OperationsTables }
