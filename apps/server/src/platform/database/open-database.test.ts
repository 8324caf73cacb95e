import { sql } from 'kysely'
import type pg from 'pg'
import { expect, test } from 'vitest'
import { atFileEnd } from '../../testing/at-file-end.ts'
import { createTestDatabase } from '../../testing/test-database.ts'
import { outageOf } from '../http/outages.ts'
import { createLogger } from '../process/logger.ts'
import { withLongStatements } from './long-statements.ts'
import { openDatabase, type OpenDatabase, type OpenDatabaseOptions } from './open-database.ts'
import { openDatabaseProxy } from './database-proxy.fixture.ts'

const log = createLogger({ level: 'silent' })
const patient = { connectMs: 60_000, statementMs: 60_000, queryMs: 60_000 }
const { connection } = await createTestDatabase()

function open(options: Partial<OpenDatabaseOptions> & { connection?: pg.PoolConfig } = {}): OpenDatabase {
  const opened = openDatabase({ connection, log, ...options })
  atFileEnd(() => opened.close())
  return opened
}
const sleep = (sec: number) => sql`select pg_sleep(${sec})`
/** Takes a lock that statements can wait for. Returns a function that releases it. */
async function holdLock(key: number): Promise<() => Promise<unknown>> {
  const { db } = open({ maxConnections: 1, timeouts: patient })
  await sql`select pg_advisory_lock(${key})`.execute(db)
  return () => sql`select pg_advisory_unlock(${key})`.execute(db)
}
/** The outage that a rejection means. */
const outageBy = (promise: Promise<unknown>) =>
  promise.then(
    () => 'none',
    (err: unknown) => outageOf(err),
  )

test('[M04] a statement that takes too long is cancelled, and its connection is used again', async () => {
  const { db, pool } = open({ maxConnections: 1, timeouts: { ...patient, statementMs: 300 } })
  expect(await outageBy(sleep(60).execute(db))).toBe('database')
  await sql`select 1`.execute(db)
  expect(pool.totalCount).toBe(1)
})

test('statements of jobs and migrations may take long, beside those that visitors wait for', async () => {
  const { db } = open({ maxConnections: 1, timeouts: { ...patient, statementMs: 500 } })
  const release = await holdLock(1)
  const long = withLongStatements(() => sql`select pg_advisory_lock(1), pg_sleep(0.6)`.execute(db))
  await sql`select 1`.execute(db)
  await release()
  await expect(long).resolves.toMatchObject({ rows: [{}] })
})

test('[M04] a database that does not answer is given up, and the next statement gets another connection', async () => {
  const proxy = await openDatabaseProxy(connection)
  atFileEnd(proxy.close)
  const { db } = open({
    connection: proxy.connection,
    maxConnections: 1,
    timeouts: { ...patient, queryMs: 500 },
  })
  await sql`select 1`.execute(db)
  proxy.silence()
  expect(await outageBy(sql`select 1`.execute(db))).toBe('database')
  await expect(sql`select 1`.execute(db)).resolves.toMatchObject({ rows: [{}] })
})

test('[M04] waiting for a free connection is limited', async () => {
  const { db } = open({ maxConnections: 1, timeouts: { ...patient, connectMs: 1000 } })
  const release = await holdLock(2)
  const first = sql`select pg_advisory_lock(2)`.execute(db)
  expect(await outageBy(sleep(0).execute(db))).toBe('database')
  await release()
  await first
})

test('a missing database, or one that ends the connection, is unavailable', async () => {
  const proxy = await openDatabaseProxy(connection)
  await proxy.close()
  expect(await outageBy(sql`select 1`.execute(open({ connection: proxy.connection }).db))).toBe('connection')
  expect(await outageBy(sql`select pg_terminate_backend(pg_backend_pid())`.execute(open().db))).toBe('database')
})

test('a statement error is not an outage, and the connection stays usable', async () => {
  const { db, pool } = open({ maxConnections: 1 })
  expect(await outageBy(sql`select no_such_column`.execute(db))).toBeNull()
  await sql`select 1`.execute(db)
  expect(pool.totalCount).toBe(1)
})
