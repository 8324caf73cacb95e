import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import type { Logger } from '../process/logger.ts'

// bigint columns contain counters below 2^53, so they are read as numbers instead of text.
pg.types.setTypeParser(pg.types.builtins.INT8, Number)

export interface OpenDatabase {
  pool: pg.Pool
  /** Each domain uses its own tables: `db.withTables<CatalogTables>()`. */
  db: Kysely<unknown>
  close(): Promise<void>
}

/** A connection pool and the query builder on it. A connection that breaks while idle is logged and replaced. */
export function openDatabase(options: {
  connection: pg.PoolConfig
  log: Logger
  maxConnections?: number
}): OpenDatabase {
  const pool = new pg.Pool({
    ...options.connection,
    max: options.maxConnections ?? 10,
    application_name: 'yunmu',
    connectionTimeoutMillis: 10_000,
  })
  pool.on('error', (err) => options.log.warn({ err }, 'a database connection broke'))
  pool.on('connect', (client) => client.on('error', (err) => options.log.warn({ err }, 'a database connection broke')))
  const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) })
  return { pool, db, close: () => db.destroy() }
}
