import { setTimeout as wait } from 'node:timers/promises'
import { listener, type DomainModule } from '../../platform/domain-module.ts'
import type { Platform } from '../../platform/platform.ts'
import { nowSec } from '../../platform/process/clock.ts'
import { chooseSite } from './choose-site.ts'
import { createItemStore } from './items/item-store.ts'
import { createLegacyAddresses, type LegacyAddresses } from './legacy-addresses.ts'
import { createLegacyStore, type LegacyStore } from './legacy-store.ts'
import type { IdEncoding } from './maccms/encoded-id-rules.ts'
import { checkMaccms, identifyingTables, maccms, migrateMaccms } from './maccms/migrate-maccms.ts'
import { takeJellyfin, takeXc, type JellyfinOptions, type XcOptions } from './migrate-servers.ts'
import { legacyIdsChanged } from './migration-events.ts'
import type { MigrationNeeds } from './migration-needs.ts'
import type { MigrationParts } from './migration-parts.ts'
import type { MigrationTables } from './migration-tables.ts'
import { recordRun, type RunOptions } from './record-run.ts'
import type { MigrationReport } from './report-rules.ts'
import { openDump } from './sources/dump-source.ts'
import { isDatabaseAddress, openMysql } from './sources/mysql-source.ts'
import { SourceError, type RowSource } from './sources/row-source.ts'

export interface MigrateOptions extends RunOptions {
  /** A dump's path or a database's address. */
  from: string
  prefix: string
  /** Whether the source may be another site than those that were taken. */
  isAnotherAllowed?: boolean
  /** How its addresses encode ids, if not as it is shipped. */
  idEncoding?: IdEncoding
  /** The address of the site, for pictures that are named without it. */
  siteUrl?: string | null
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
  /**
   * Takes the library of a Jellyfin server, its users, and what they watched. Can be repeated.
   * @throws SourceError
   */
  jellyfin(options: JellyfinOptions): Promise<MigrationReport>
  /**
   * Takes the channels, films and series of an XC panel. Can be repeated.
   * @throws SourceError
   */
  xc(options: XcOptions): Promise<MigrationReport>
  lastRun: LegacyStore['lastRun']
  addresses: Pick<LegacyAddresses, 'pageOf'>
  readonly module: DomainModule
}

/** Key of the advisory lock: one migration at a time. */
const migrationLock = 0x6d6967

/** Takes what an older system holds, and leads its addresses to pages. */
export function createMigration(
  platform: Pick<Platform, 'db' | 'pool' | 'clock' | 'events' | 'egress' | 'accounts'>,
  needs: MigrationNeeds,
): Migration {
  const { clock, events, pool, egress, accounts } = platform
  const db = platform.db.withTables<MigrationTables>()
  const store = createLegacyStore(db)
  const parts: MigrationParts = {
    ...needs,
    clock,
    events,
    pool,
    egress,
    accounts,
    store,
    items: createItemStore(db),
    inTransaction: (work) => platform.db.transaction().execute(work),
  }
  const addresses = createLegacyAddresses(parts)
  return {
    maccms: (options) => runLocked(parts, () => migrate(parts, options)),
    jellyfin: (options) => runLocked(parts, () => takeJellyfin(parts, options)),
    xc: (options) => runLocked(parts, () => takeXc(parts, options)),
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
  const { from, prefix, dry, isAnotherAllowed = false, idEncoding, siteUrl = null, onRead } = options
  const source: RowSource = isDatabaseAddress(from)
    ? await openMysql(from, prefix)
    : await openDump(from, prefix, onRead)
  try {
    await checkMaccms(source, prefix)
    const chosen = { system: maccms, tables: identifyingTables, isAnotherAllowed, dry, nowSec: nowSec(parts.clock) }
    const site = await chooseSite(parts.store, source, chosen)
    return await recordRun(parts, options, { system: maccms, from: source.label }, async (base) => {
      if (!dry && idEncoding) await parts.store.saveEncoding(site, idEncoding)
      await migrateMaccms({ ...base, site, siteUrl, source, planned: { title: new Set(), user: new Set() } })
    })
  } finally {
    await source.close()
    if (!dry) parts.events.announce(legacyIdsChanged, {})
  }
}

export { SourceError }
export { parseMap } from './jellyfin/item-rules.ts'
export type { ImportStep } from './migration-needs.ts'
export type { MigrationNeeds, MigrationReport }
