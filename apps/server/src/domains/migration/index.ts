import { setTimeout as wait } from 'node:timers/promises'
import { listener, type DomainModule } from '../../platform/domain-module.ts'
import type { Platform } from '../../platform/platform.ts'
import { nowSec } from '../../platform/process/clock.ts'
import { chooseSite } from './choose-site.ts'
import { createLegacyAddresses, type LegacyAddresses } from './legacy-addresses.ts'
import { createLegacyStore, type LegacyStore } from './legacy-store.ts'
import type { IdEncoding } from './maccms/encoded-id-rules.ts'
import { checkMaccms, identifyingTables, maccms, migrateMaccms } from './maccms/migrate-maccms.ts'
import { legacyIdsChanged } from './migration-events.ts'
import type { MigrationNeeds } from './migration-needs.ts'
import type { MigrationParts } from './migration-parts.ts'
import type { MigrationTables } from './migration-tables.ts'
import { newReport, type MigrationReport, type TableReport } from './report-rules.ts'
import type { MigrationRun } from './run-table.ts'
import { openDump } from './sources/dump-source.ts'
import { isDatabaseAddress, openMysql } from './sources/mysql-source.ts'
import { SourceError, type RowSource } from './sources/row-source.ts'

export interface MigrateOptions {
  /** A dump's path or a database's address. */
  from: string
  prefix: string
  dry: boolean
  /** Whether the source may be another site than those that were taken. */
  isAnotherAllowed?: boolean
  /** How its addresses encode ids, if not as it is shipped. */
  idEncoding?: IdEncoding
  /** The address of the site, for pictures that are named without it. */
  siteUrl?: string | null
  batchSize: number
  signal: AbortSignal
  onProgress: (table: TableReport, total: number) => void
  /** Called while a dump is searched for its tables. */
  onRead: (bytes: number) => void
}

/** What this domain offers to the application. */
export interface Migration {
  /**
   * Takes a station of MacCMS. Can be repeated: what was taken as it is now is left alone.
   * @throws SourceError
   */
  maccms(options: MigrateOptions): Promise<MigrationReport>
  lastRun: LegacyStore['lastRun']
  addresses: Pick<LegacyAddresses, 'pageOf'>
  readonly module: DomainModule
}

/** Key of the advisory lock: one migration at a time. */
const migrationLock = 0x6d6967

/** Takes what an older system holds, and leads its addresses to pages. */
export function createMigration(
  platform: Pick<Platform, 'db' | 'pool' | 'clock' | 'events'>,
  needs: MigrationNeeds,
): Migration {
  const { clock, events, pool } = platform
  const store = createLegacyStore(platform.db.withTables<MigrationTables>())
  const parts: MigrationParts = {
    ...needs,
    clock,
    events,
    pool,
    store,
    inTransaction: (work) => platform.db.transaction().execute(work),
  }
  const addresses = createLegacyAddresses(parts)
  return {
    maccms: (options) => runLocked(parts, () => migrate(parts, options)),
    lastRun: store.lastRun,
    addresses,
    module: { name: 'migration', listeners: [listener(legacyIdsChanged, addresses.invalidate)] },
  }
}

/** How long the lock of a killed process may remain. */
const lockTimeoutMs = 5000
const lockRetryMs = 200

/** Runs one migration at a time. @throws SourceError */
async function runLocked<Result>({ pool }: MigrationParts, work: () => Promise<Result>): Promise<Result> {
  const client = await pool.connect()
  const isHeld = async (): Promise<boolean> => {
    const { rows } = await client.query<{ held: boolean }>('select pg_try_advisory_lock($1) as held', [migrationLock])
    return rows[0]?.held ?? false
  }
  try {
    for (const endMs = performance.now() + lockTimeoutMs; !(await isHeld()); await wait(lockRetryMs))
      if (performance.now() > endMs) throw new SourceError('另一个搬迁正在进行，等它结束再来。')
    const result = await work()
    // The end of the connection would release it too, but some time later.
    await client.query('select pg_advisory_unlock($1)', [migrationLock])
    return result
  } finally {
    client.release(true)
  }
}

async function migrate(parts: MigrationParts, options: MigrateOptions): Promise<MigrationReport> {
  const {
    from,
    prefix,
    dry,
    isAnotherAllowed = false,
    idEncoding,
    siteUrl = null,
    batchSize,
    signal,
    onProgress,
    onRead,
  } = options
  const source: RowSource = isDatabaseAddress(from)
    ? await openMysql(from, prefix)
    : await openDump(from, prefix, onRead)
  const startedSec = nowSec(parts.clock)
  const chosen = { system: maccms, tables: identifyingTables, isAnotherAllowed, dry, nowSec: startedSec }
  const site = await checkMaccms(source, prefix)
    .then(() => chooseSite(parts.store, source, chosen))
    .catch(async (err: unknown) => {
      await source.close()
      throw err
    })
  const report = newReport(maccms, source.label, dry)
  const runId = dry ? null : await parts.store.startRun(report, startedSec)
  if (!dry && idEncoding) await parts.store.saveEncoding(site, idEncoding)
  const run: MigrationRun = {
    parts,
    site,
    source,
    report,
    dry,
    batchSize,
    signal,
    nowSec: startedSec,
    siteUrl,
    planned: { title: new Set(), user: new Set() },
    onProgress,
    // A run that is killed leaves what it did until then.
    onTable: async () => void (runId !== null && (await parts.store.saveRun(runId, report, null))),
  }
  try {
    await migrateMaccms(run)
    if (runId !== null) await parts.store.saveRun(runId, report, nowSec(parts.clock))
    return report
  } finally {
    await source.close()
    if (!dry) parts.events.announce(legacyIdsChanged, {})
  }
}

export { SourceError }
export type { MigrationNeeds, MigrationReport }
