import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import { createBurstLog } from '../process/burst-log.ts'
import { errorCode } from '../process/error-code.ts'
import type { Logger } from '../process/logger.ts'
import { mayStatementsBeLong } from './long-statements.ts'
import { createStatementNames, prepareStatements, type StatementNamesOptions } from './prepared-statements.ts'

// bigint columns contain counters below 2^53, so they are read as numbers instead of text.
pg.types.setTypeParser(pg.types.builtins.INT8, Number)

export interface OpenDatabase {
  pool: pg.Pool
  /** Each domain uses its own tables: `db.withTables<CatalogTables>()`. */
  db: Kysely<unknown>
  close(): Promise<void>
}

/** Limits of one connection, in milliseconds. */
export interface ConnectionTimeouts {
  /** Timeout for a free connection of the pool, or a new one. */
  connectMs: number
  /** PostgreSQL cancels a statement that takes longer. */
  statementMs: number
  /** The connection is closed if a reply takes longer: the server or the network failed. */
  queryMs: number
}

/** For work that a visitor waits for. */
const shortTimeouts: ConnectionTimeouts = { connectMs: 5000, statementMs: 15_000, queryMs: 20_000 }
/** For work that no visitor waits for. */
const longTimeouts: ConnectionTimeouts = { connectMs: 60_000, statementMs: 30 * 60_000, queryMs: 31 * 60_000 }
/** PostgreSQL ends an idle transaction after this time, because it holds locks. */
const idleInTransactionMs = 5 * 60_000
const keepAliveDelayMs = 10_000
const quietMs = 10_000
/** A plan takes some 50 kB in each connection. */
const defaultPreparing: StatementNamesOptions = { minExecutions: 10, maxNames: 100 }

export interface OpenDatabaseOptions {
  connection: pg.PoolConfig
  log: Logger
  maxConnections?: number
  /** Permits long statements everywhere: for commands and threads that no visitor waits for. */
  longStatements?: boolean
  timeouts?: ConnectionTimeouts
  /** Which statements are prepared. */
  preparing?: StatementNamesOptions
}

/**
 * Opens connections and the query builder on them: a pool with short timeouts, and one for `withLongStatements`. A
 * connection that breaks, or does not answer in time, is closed and replaced.
 */
export function openDatabase(options: OpenDatabaseOptions): OpenDatabase {
  const { maxConnections = 10, longStatements = false, timeouts = shortTimeouts } = options
  const pool = openPool(options, longStatements ? longTimeouts : timeouts, maxConnections)
  const longPool = longStatements ? pool : openPool(options, longTimeouts, maxConnections)
  const dialect = new PostgresDialect({
    pool: {
      options: pool.options,
      connect: () => connectFrom(mayStatementsBeLong() ? longPool : pool),
      end: async () => {
        await Promise.all(longStatements ? [pool.end()] : [pool.end(), longPool.end()])
      },
    },
  })
  const db = new Kysely<unknown>({ dialect })
  return {
    pool,
    db,
    async close() {
      await db.destroy()
    },
  }
}

function openPool(
  { connection, log, preparing = defaultPreparing }: OpenDatabaseOptions,
  { connectMs, statementMs, queryMs }: ConnectionTimeouts,
  maxConnections: number,
): pg.Pool {
  const pool = new pg.Pool({
    ...connection,
    max: maxConnections,
    application_name: 'yunmu',
    connectionTimeoutMillis: connectMs,
    statement_timeout: statementMs,
    query_timeout: queryMs,
    idle_in_transaction_session_timeout: idleInTransactionMs,
    keepAlive: true,
    keepAliveInitialDelayMillis: keepAliveDelayMs,
  })
  const breaks = createBurstLog<Error>({
    quietMs,
    onFirst: (_, err) => log.warn({ err }, 'a database connection broke'),
    onEnd: (_, count) => count > 1 && log.warn({ count }, 'database connections broke'),
  })
  const onError = (err: Error): void => breaks.add(errorCode(err) ?? err.message, err)
  pool.on('error', onError)
  const names = createStatementNames(preparing)
  pool.on('connect', (client) => {
    client.on('error', onError)
    preparedBy.set(client, prepareStatements(client, names))
  })
  return pool
}

/** The prepared statements of each connection. */
const preparedBy = new WeakMap<pg.PoolClient, ReturnType<typeof prepareStatements>>()

/**
 * A connection that is released while its statement is running got no reply in time and must not be reused; one that
 * holds too many plans is replaced.
 */
async function connectFrom(pool: pg.Pool): Promise<pg.PoolClient> {
  const client = await pool.connect()
  const release = client.release.bind(client)
  const isUsable = (): boolean =>
    Reflect.get(client, 'readyForQuery') === true && preparedBy.get(client)?.isFull() !== true
  client.release = (destroy) => release(Boolean(destroy) || !isUsable())
  return client
}
