import type { DomainModule } from '../../platform/domain-module.ts'
import type { Platform } from '../../platform/platform.ts'
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

/** Imports of an operator's video files. */
export function createOperations(
  { db, config, clock, log }: Pick<Platform, 'db' | 'config' | 'clock' | 'log'>,
  needs: OperationsNeeds,
): Operations {
  const store = createImportStore(db.withTables<OperationsTables>())
  const parts = { ...needs, clock, log, dataDir: config.dataDir }
  return { importFolder: (options) => importFolder(store, parts, options), module: { name: 'operations' } }
}

export type { ImportEvent, Report } from './import-events.ts'
export type { OperationsNeeds }
