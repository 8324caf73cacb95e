import type { Kysely } from 'kysely'
import type pg from 'pg'
import type { ChangeLog } from './caching/change-log.ts'
import type { Egress } from './egress/egress.ts'
import type { Events } from './events/events.ts'
import type { Jobs } from './jobs/jobs.ts'
import type { Metrics } from './operations/metrics.ts'
import type { Clock } from './process/clock.ts'
import type { Logger } from './process/logger.ts'
import type { Secrets } from './process/secrets.ts'

/** The operator's settings that are not a single domain's own. */
export interface PlatformConfig {
  port: number
  host: string
  /** Absolute path of the folder that holds all state. */
  dataDir: string
  /** A PostgreSQL of the operator's own; absent starts the embedded one. */
  databaseUrl: string | undefined
  /** Carries announcements between instances; absent leaves that to the database. */
  redisUrl: string | undefined
  /** Whether an empty station is filled with the demonstration programme. */
  demo: boolean
  /** Addresses or networks of proxies whose word about the visitor is believed. */
  trustedProxies: string[]
  /** Origins beside our own that may post and read media. */
  allowedOrigins: string[]
  /** What picture and media addresses are relative to; empty is our own origin. */
  mediaUrl: string
  /** Scheme and host that the station is known by; empty takes those that it is asked at. */
  siteUrl: string
  /** Memory for whole segment files, in megabytes. */
  mediaCacheMb: number
  logLevel: string
  /** What this process does: serve visitors, run jobs, record, or all of it. */
  role: Role
  /** Opens metrics and reasons of not being ready to who sends it as a bearer token from outside. */
  metricsToken: string | undefined
  /** Destinations inside the house, `host:port`, that outside fetches may go to all the same. */
  egressAllow: string[]
}

export const roles = ['all', 'web', 'worker', 'recorder'] as const
export type Role = (typeof roles)[number]

/** The services that every domain stands on. One per process, opened by `openPlatform`. */
export interface Platform<Config extends PlatformConfig = PlatformConfig> {
  config: Config
  db: Kysely<unknown>
  /** The connections under `db`. */
  pool: pg.Pool
  /** How a worker thread connects to the database. */
  connection: pg.PoolConfig
  events: Events
  /** What cached values are judged by. */
  changes: ChangeLog
  clock: Clock
  log: Logger
  secrets: Secrets
  metrics: Metrics
  jobs: Jobs
  egress: Egress
}
