import type { DomainModule } from '../../platform/domain-module.ts'
import type { Platform } from '../../platform/platform.ts'
import { nowSec } from '../../platform/process/clock.ts'
import { importFolder, type ImportOptions, type ImportSummary } from './import-folder.ts'
import { createImportStore } from './import-store.ts'
import type { OperationsNeeds } from './operations-needs.ts'
import type { OperationsTables } from './operations-tables.ts'
import { createProviderStore } from './provider-store.ts'
import { createTmdb, type TmdbSettings } from './tmdb.ts'
import { previewFolder, type Proposal } from './preview-folder.ts'
import { createFolderWatcher } from './watch-folders.ts'
import { createWatchedStore, type WatchedStore } from './watched-store.ts'

/** What this domain offers to the application. */
export interface Operations {
  /** Imports every video of a folder; `busy` while another process imports into this station. */
  importFolder(options: ImportOptions): Promise<ImportSummary | 'busy' | 'NoSuchType'>
  /** What an import of a folder would do, without doing anything. */
  previewFolder(options: { folder: string; typeId?: number; signal: AbortSignal }): Promise<Proposal | 'NoSuchType'>
  /** Where imported files play, by their paths. */
  places(paths: readonly string[]): Promise<Map<string, { origin: string; level: number }>>
  readonly watched: WatchedStore
  readonly module: DomainModule
}

type OperationsPlatform = Pick<Platform, 'db' | 'clock' | 'log' | 'egress'> & {
  config: Platform['config'] & { tmdb: TmdbSettings | null }
}

/** Imports of an operator's video files. */
export function createOperations(
  { db, config, clock, log, egress }: OperationsPlatform,
  needs: OperationsNeeds,
): Operations {
  const tables = db.withTables<OperationsTables>()
  const store = createImportStore(tables)
  const replies = createProviderStore(tables)
  const provider = config.tmdb ? createTmdb({ settings: config.tmdb, egress, store: replies, clock, log }) : null
  const parts = { ...needs, clock, log, dataDir: config.dataDir, provider }
  const watched = createWatchedStore(tables, { topOf: needs.titles.topOf, nowSec: () => nowSec(clock) })
  const watcher = createFolderWatcher(store, watched, parts)
  return {
    importFolder: (options) => importFolder(store, parts, options),
    previewFolder: (options) => previewFolder(store, parts, options),
    places: store.places,
    watched,
    module: {
      name: 'operations',
      schedules: [{ name: 'operations.watchFolders', everyMinutes: 1, firstRunAfterMs: 10_000, run: watcher.run }],
    },
  }
}

export { readNameTable, writeNameTable, type NameChange } from './name-table.ts'
export { originOfTitle, seasonName } from './title-plan.ts'
export type { TitleProvider } from './title-provider.ts'
export type { ImportEvent, Report } from './import-events.ts'
export type { OperationsNeeds, Proposal }
