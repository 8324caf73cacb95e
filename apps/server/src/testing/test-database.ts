import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { inject } from 'vitest'
import type { DatabaseHandle } from '../platform/database/database-handle.ts'
import { prepareCluster } from '../platform/database/cluster.ts'
import { superviseCluster } from '../platform/database/supervise-cluster.ts'
import { prepareDataFolder } from '../platform/process/data-folder.ts'
import { createLogger } from '../platform/process/logger.ts'
import { migrateToLatest } from '../platform/database/migrate.ts'
import { openDatabase } from '../platform/database/open-database.ts'
import type { OpenDatabase } from '../platform/database/open-database.ts'
import { atFileEnd } from './at-file-end.ts'

/** An empty database with the product's schema, for one test file alone. */
export interface TestDatabase extends OpenDatabase {
  readonly connection: pg.ClientConfig
}

/** A database that others are cloned from, created by the first test file that needs it. */
export interface Template {
  /** Part of its name. */
  name: string
  /** Adds the initial data of the clones to the migrated database. Must close its connections. */
  fill(connection: pg.ClientConfig): Promise<void>
}

const log = createLogger({ level: 'silent' })
const migrated = 'yunmu_template'
/** Key of the advisory lock that the test file holds while it creates templates. */
const templateLock = 1

async function isThere(admin: pg.Client, database: string): Promise<boolean> {
  return (await admin.query('select 1 from pg_database where datname = $1', [database])).rowCount !== 0
}

/** Creates a database, under another name until it is complete. */
async function makeOnce(admin: pg.Client, name: string, from: string, fill: (draft: string) => Promise<void>) {
  if (await isThere(admin, name)) return
  const draft = `${name}_draft`
  await admin.query(`drop database if exists ${draft}`)
  await admin.query(`create database ${draft} template ${from}`)
  await fill(draft)
  await admin.query(`alter database ${draft} rename to ${name}`)
}

/** Creates missing templates. Returns the name of the one to clone. */
async function templateOf(admin: pg.Client, server: pg.ClientConfig, wanted?: Template): Promise<string> {
  // No test crashes the machine, so commits need not wait for the disk.
  await admin.query('alter role current_user set synchronous_commit = off')
  await makeOnce(admin, migrated, 'template1', async (database) => {
    const opened = openDatabase({ connection: { ...server, database }, log, maxConnections: 1 })
    try {
      await migrateToLatest(opened.db)
    } finally {
      await opened.close()
    }
  })
  if (wanted === undefined) return migrated
  const name = `${migrated}_${wanted.name}`
  await makeOnce(admin, name, migrated, (database) => wanted.fill({ ...server, database }))
  return name
}

async function withAdmin(server: pg.ClientConfig, work: (admin: pg.Client) => Promise<void>): Promise<void> {
  const admin = new pg.Client({ ...server, database: 'postgres' })
  admin.on('error', () => undefined)
  await admin.connect()
  try {
    await work(admin)
  } finally {
    await admin.end()
  }
}

let joined: Promise<DatabaseHandle> | undefined

/**
 * No test crashes the machine, so nothing waits for the disk: a dropped database would otherwise flush the files of all the
 * others.
 */
const settings = { fsync: 'off', full_page_writes: 'off' }

/** The server that the test run shares. Opened once per worker, because each use holds a connection. */
function sharedServer(): Promise<DatabaseHandle> {
  joined ??= superviseCluster(
    { ...prepareCluster(prepareDataFolder(inject('testDataDir'))), settings },
    () => undefined,
  )
  return joined
}

/** A database of the server that the whole test run shares. */
export interface ClonedDatabase {
  readonly connection: pg.ClientConfig
  /** Also ends open connections. */
  drop(): Promise<void>
}

/** A new database on the server that the whole test run shares, cloned from a migrated template, or from one that holds more. */
export async function cloneTestDatabase(wanted?: Template): Promise<ClonedDatabase> {
  const { connection: server } = await sharedServer()
  const name = `test_${randomBytes(8).toString('hex')}`
  await withAdmin(server, async (admin) => {
    await admin.query('select pg_advisory_lock($1)', [templateLock])
    const template = await templateOf(admin, server, wanted)
    await admin.query(`create database ${name} template ${template}`)
  })
  return {
    connection: { ...server, database: name },
    drop: () => withAdmin(server, async (admin) => void (await admin.query(`drop database ${name} with (force)`))),
  }
}

/**
 * A database of its own for a test file, closed and dropped when the file's tests are over. Call it at the top of a test
 * file or in `beforeAll`.
 */
export async function createTestDatabase(): Promise<TestDatabase> {
  const { connection, drop } = await cloneTestDatabase()
  const opened = openDatabase({ connection, log })
  atFileEnd(async () => {
    await opened.close()
    await drop()
  })
  return { ...opened, connection }
}
