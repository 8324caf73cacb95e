import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { inject } from 'vitest'
import { startDatabase } from '../platform/database/start-database.ts'
import { createLogger } from '../platform/logger.ts'
import { migrateToLatest } from '../platform/migrate.ts'
import { openDatabase } from '../platform/open-database.ts'
import type { OpenDatabase } from '../platform/open-database.ts'
import { atFileEnd } from './at-file-end.ts'

/** An empty database with the product's schema, for one test file alone. */
export interface TestDatabase extends OpenDatabase {
  readonly connection: pg.ClientConfig
}

const log = createLogger({ level: 'silent' })
const template = 'yunmu_template'
/** The advisory lock under which one of the test files makes the template. */
const templateLock = 1

async function makeTemplate(admin: pg.Client, server: pg.ClientConfig): Promise<void> {
  const { rowCount } = await admin.query('select 1 from pg_database where datname = $1', [template])
  if (rowCount !== 0) return
  // No test asks for a crash of the machine, so none waits for the disk.
  await admin.query('alter role current_user set synchronous_commit = off')
  const draft = `${template}_draft`
  await admin.query(`drop database if exists ${draft}`)
  await admin.query(`create database ${draft}`)
  const opened = openDatabase({ connection: { ...server, database: draft }, log, maxConnections: 1 })
  try {
    await migrateToLatest(opened.db)
  } finally {
    await opened.close()
  }
  await admin.query(`alter database ${draft} rename to ${template}`)
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

/**
 * A new database on the server that the whole test run shares, cloned from a migrated template; closed and dropped when
 * the file's tests are over. Call it at the top of a test file or in `beforeAll`.
 */
export async function createTestDatabase(): Promise<TestDatabase> {
  const { connection: server } = await startDatabase({ dataDir: inject('testDataDir'), log: () => undefined })
  const name = `test_${randomBytes(8).toString('hex')}`
  await withAdmin(server, async (admin) => {
    await admin.query('select pg_advisory_lock($1)', [templateLock])
    await makeTemplate(admin, server)
    await admin.query(`create database ${name} template ${template}`)
  })
  const connection = { ...server, database: name }
  const opened = openDatabase({ connection, log })
  atFileEnd(async () => {
    await opened.close()
    await withAdmin(server, async (admin) => void (await admin.query(`drop database ${name} with (force)`)))
  })
  return { ...opened, connection }
}
