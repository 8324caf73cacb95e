import type pg from 'pg'
import { createChangeLog } from './caching/change-log.ts'
import { systemClock } from './process/clock.ts'
import { openDatabaseBus } from './events/database-bus.ts'
import { awaitConnection } from './database/await-answer.ts'
import { startDatabase } from './database/start-database.ts'
import { createTransactionalEvents } from './events/outbox.ts'
import { createEgressAccounts } from './egress/accounts.ts'
import { createEgress } from './egress/egress.ts'
import { createJobs } from './jobs/jobs.ts'
import { createKeyedHash } from './process/keyed-hash.ts'
import type { ClosableBus, LinkBusOptions } from './events/link-bus.ts'
import type { Logger } from './process/logger.ts'
import { createMetrics } from './operations/metrics.ts'
import { migrateToLatest } from './database/migrate.ts'
import { openDatabase } from './database/open-database.ts'
import { openRedisBus } from './events/redis-bus.ts'
import { createWorkerChannel } from './process/worker-channel.ts'
import { loadSecrets, type Secrets } from './process/secrets.ts'
import type { Platform, PlatformConfig } from './platform.ts'

/**
 * Opens the services of this process: the database (started or adopted, migrated), the event bus, the keys. `close`
 * closes them in reverse order. Throws a StartRefusal if the operator can solve the problem.
 */
export async function openPlatform<Config extends PlatformConfig>(options: {
  config: Config
  log: Logger
  /** Prints one line for the operator. */
  print: (line: string) => void
  /** Permits long statements, because no visitor waits for this process. */
  longStatements?: boolean
  /** Opens on a full disk as well, because this process adds no data or frees space. */
  ignoreFullDisk?: boolean
  /** Of a thread: the connection of its process, which keeps the database running and has migrated it. */
  connection?: pg.PoolConfig
}): Promise<Platform<Config> & Pick<ClosableBus, 'close' | 'isFlushed'>> {
  const { config, log, print, longStatements = false, ignoreFullDisk = false } = options
  const { dataDir, databaseUrl, minFreeMb } = config
  const start = () =>
    startDatabase({
      dataDir,
      log: print,
      ...(databaseUrl === undefined ? {} : { databaseUrl }),
      ...(ignoreFullDisk ? {} : { minFreeMb }),
    })
  const server = options.connection ? { connection: options.connection, stop: () => Promise.resolve() } : await start()
  const database = openDatabase({ connection: server.connection, log, longStatements })
  try {
    await awaitConnection(database.pool, print)
    if (!options.connection) await migrateToLatest(database.db)
    const onEventError = (err: unknown): void => log.error({ err }, 'a listener failed')
    const secrets = await loadSecrets(dataDir)
    const onGap = (): void => events.reportGap()
    const bus = await openBus({ config, connection: server.connection, secrets, log, onGap })
    const channel = createWorkerChannel()
    const metrics = createMetrics(channel)
    const accounts = createEgressAccounts(database.db, secrets.tokenKey)
    const egress = createEgress({ allow: config.egressAllow, accounts })
    const jobs = createJobs({ pool: database.pool, log, metrics })
    const events = createTransactionalEvents({ bus, onError: onEventError, db: database.db, jobs })
    return {
      config,
      db: database.db,
      pool: database.pool,
      connection: server.connection,
      events,
      changes: createChangeLog(events, systemClock.nowMs),
      clock: systemClock,
      log,
      secrets,
      metrics,
      channel,
      jobs,
      egress,
      accounts,
      async close() {
        await jobs.stop()
        await egress.close()
        await bus.close()
        await database.close()
        await server.stop()
        channel.close()
      },
      isFlushed: bus.isFlushed,
    }
  } catch (err) {
    await database.close()
    await server.stop()
    throw err
  }
}

/**
 * Redis if configured, else the database. Stations that share a Redis use separate channels, derived from their keys.
 */
function openBus({
  config: { redisUrl },
  connection,
  secrets,
  ...options
}: LinkBusOptions & { config: PlatformConfig; connection: pg.ClientConfig; secrets: Secrets }): Promise<ClosableBus> {
  if (redisUrl === undefined) return openDatabaseBus({ ...options, connection })
  const station = createKeyedHash(secrets.tokenKey)('bus').toString('hex').slice(0, 24)
  return openRedisBus({ ...options, url: redisUrl, channel: `yunmu:${station}` })
}
