import type { Kysely } from 'kysely'
import type pg from 'pg'
import type { ChangeLog } from './caching/change-log.ts'
import type { EgressAccounts } from './egress/accounts.ts'
import type { Egress } from './egress/egress.ts'
import type { TransactionalEvents } from './events/outbox.ts'
import type { Jobs } from './jobs/jobs.ts'
import type { Metrics } from './operations/metrics.ts'
import type { Clock } from './process/clock.ts'
import type { Logger } from './process/logger.ts'
import type { Secrets } from './process/secrets.ts'
import type { WorkerChannel } from './process/worker-channel.ts'

/** Settings that do not belong to a single domain. */
export interface PlatformConfig {
  port: number
  host: string
  /** Absolute path of the folder that contains all state. */
  dataDir: string
  /** An external PostgreSQL; absent starts the embedded one. */
  databaseUrl: string | undefined
  /** Carries events between instances; absent uses the database. */
  redisUrl: string | undefined
  /** Whether an empty station is filled with the demonstration programme. */
  demo: boolean
  /** Addresses or networks of proxies whose forwarding headers are trusted. */
  trustedProxies: string[]
  /** Additional origins that may send POST requests and read media. */
  allowedOrigins: string[]
  /** Base of picture and media addresses; empty is our own origin. */
  mediaUrl: string
  /** The station's scheme and host; empty takes those of the request. */
  siteUrl: string
  /** Memory for whole segment files, in megabytes. */
  mediaCacheMb: number
  /** Megabytes that the data folder's disk must have free: with less, the station does not start and nothing is added. */
  minFreeMb: number
  logLevel: string
  /** The roles of this process: serve visitors, run jobs, record, or all of it. */
  role: Role
  /** How many processes serve visitors; 1 does everything in one process. */
  workers: number
  /** Permits metrics and readiness reasons to external callers with this bearer token. */
  metricsToken: string | undefined
  /** Internal destinations, `host:port`, that outgoing requests may reach. */
  egressAllow: string[]
}

export const roles = ['all', 'web', 'worker', 'recorder'] as const
export type Role = (typeof roles)[number]

/** The services that all domains use. One per process, opened by `openPlatform`. */
export interface Platform<Config extends PlatformConfig = PlatformConfig> {
  config: Config
  db: Kysely<unknown>
  /** The connections under `db`. */
  pool: pg.Pool
  /** Connection options for worker threads. */
  connection: pg.PoolConfig
  events: TransactionalEvents
  /** The change log, by which cached values are checked. */
  changes: ChangeLog
  clock: Clock
  log: Logger
  secrets: Secrets
  metrics: Metrics
  /** To the other processes of this station on this machine. */
  channel: WorkerChannel
  jobs: Jobs
  egress: Egress
  /** Accounts at other hosts. */
  accounts: EgressAccounts
}
