import type { Call, SendOf } from '@yunmu/contract'
import { addressOf, openSealed, queryOf, signPath, splitToken } from '@yunmu/contract/wire'
import type { FastifyInstance } from 'fastify'
import { buildApp, type AppOptions } from '../app.ts'
import { readConfig, type StationPlatform } from '../config.ts'
import { createChangeLog, looseLimitMs } from '../platform/caching/change-log.ts'
import type { DomainModule } from '../platform/domain-module.ts'
import type { Clock } from '../platform/process/clock.ts'
import type { Bus } from '../platform/events/events.ts'
import { localBus } from './local-bus.ts'
import { createTransactionalEvents, type TransactionalEvents } from '../platform/events/outbox.ts'
import { createEgressAccounts } from '../platform/egress/accounts.ts'
import { createEgress } from '../platform/egress/egress.ts'
import { createJobs } from '../platform/jobs/jobs.ts'
import { createLogger, type Logger } from '../platform/process/logger.ts'
import { localChannel } from '../platform/process/worker-channel.ts'
import { createMetrics } from '../platform/operations/metrics.ts'
import type { Gateways } from '../domains/vip/index.ts'
import { createStation, type Station } from '../station.ts'
import type { SubjectKind } from '../platform/subjects.ts'
import { atFileEnd } from './at-file-end.ts'
import { makeOperator, makePeople, type People } from './people.ts'
import { createTestDatabase, type TestDatabase } from './test-database.ts'
import { recordActOfUser, recordUndeclaredRefusal } from './undeclared-refusals.ts'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A clock that stands still until it is set. Starts at the current time, so that timestamps of the database agree. */
export interface TestClock extends Clock {
  set(nowMs: number): void
}

export interface Answer {
  status: number
  headers: Record<string, unknown>
  code: number
  msg: string
  /** The data as sent. */
  raw: unknown
  /** The data, opened if it was sealed. */
  data: unknown
}

export interface TestApp {
  app: FastifyInstance
  station: Station
  platform: StationPlatform
  events: TransactionalEvents
  clock: TestClock
  people: People
  /** Makes a call as a browser would: signed, with the token of `as`. */
  make<C extends Call>(call: C, send: SendOf<C>, options?: MakeOptions): Promise<Answer>
  /** Waits until the listing has applied announced changes, and advances the clock by the maximum age of lists. */
  refreshLists(): Promise<void>
  /** Makes one of the people an operator. */
  makeOperator(person: keyof People): Promise<void>
  tokenOf(person: keyof People, lifetimeSec?: number): Promise<string>
}

export interface MakeOptions {
  as?: keyof People
  token?: string
  lang?: 's' | 't'
  headers?: Record<string, string>
  remoteAddress?: string
}

export interface TestOptions {
  log?: Logger
  /** Channels and matches in place of the domains' own. */
  live?: readonly SubjectKind[]
  /** In place of configured payment gateways. */
  gateways?: Gateways
  /** Modules beside the station's own. */
  modules?: (platform: StationPlatform) => readonly DomainModule[]
  /** Connects instances. */
  bus?: Bus
  /** In place of an empty database. */
  database?: TestDatabase
  /** Makes another instance of a station: one database, the same people and keys. */
  beside?: TestApp
}

function createFixedClock(): TestClock {
  let now = Date.now()
  return {
    nowMs: () => now,
    set(nowMs) {
      now = nowMs
    },
  }
}

/**
 * The whole server on a database of its own, asked without a network. Nothing of ours is replaced but the clock; how busy
 * the machine is makes no difference.
 */
export async function buildTestApp(
  env: Record<string, string> = {},
  options: AppOptions & TestOptions = {},
): Promise<TestApp> {
  const database = options.beside?.platform ?? options.database ?? (await createTestDatabase())
  const dataDir = await mkdtemp(join(tmpdir(), 'yunmu-app-'))
  const log = options.log ?? createLogger({ level: 'silent' })
  const clock = createFixedClock()
  const secrets = { siteKey: 's'.repeat(43), tokenKey: 't'.repeat(43), mediaKey: 'm'.repeat(43) }
  const config = readConfig({ ...env, YUNMU_DATA: dataDir }, '/')
  const { db, pool, connection } = database
  const metrics = createMetrics()
  const accounts = createEgressAccounts(db, secrets.tokenKey)
  const egress = createEgress({ allow: config.egressAllow, accounts })
  const jobs = createJobs({ pool, log, metrics })
  const onError = (err: unknown): void => {
    throw err
  }
  const events = createTransactionalEvents({ bus: options.bus ?? localBus, onError, db, jobs })
  const changes = createChangeLog(events, clock.nowMs)
  const platform: StationPlatform = {
    config,
    db,
    pool,
    connection,
    events,
    changes,
    clock,
    log,
    secrets,
    metrics,
    channel: localChannel(),
    jobs,
    egress,
    accounts,
  }
  const station = createStation(platform, {
    subjects: options.live,
    modules: options.modules?.(platform) ?? [],
    gateways: options.gateways,
  })
  const app = await buildApp(platform, station, {
    lagMs: () => 0,
    onUndeclaredRefusal: recordUndeclaredRefusal,
    onActOfUser: recordActOfUser,
    ...options,
  })
  const people = options.beside?.people ?? (await makePeople(database.pool, Math.floor(clock.nowMs() / 1000)))
  const tokenOf = (person: keyof People, lifetimeSec = 3600): Promise<string> =>
    station.tokens.issue({ ...people[person], nowSec: Math.floor(clock.nowMs() / 1000), lifetimeSec })
  atFileEnd(async () => {
    await app.close()
    await jobs.stop()
    await station.close()
    await egress.close()
    await rm(dataDir, { recursive: true, force: true })
  })

  return {
    app,
    station,
    platform,
    events,
    clock,
    people,
    async refreshLists() {
      await station.catalog.listing.hitsOf([])
      clock.set(clock.nowMs() + looseLimitMs + 1)
    },
    makeOperator: (person) => makeOperator(pool, people[person].userId),
    tokenOf,
    make: maker({ app, clock, siteKey: secrets.siteKey, tokenOf }),
  }
}

/** Makes calls as a browser does: with path, signature and token, and opens sealed replies. */
function maker({
  app,
  clock,
  siteKey,
  tokenOf,
}: Pick<TestApp, 'app' | 'clock' | 'tokenOf'> & { siteKey: string }): TestApp['make'] {
  return async (call, send, options = {}) => {
    const { path, rest } = addressOf(call, send)
    const isGet = call.method === 'GET'
    const token = options.token ?? (options.as ? await tokenOf(options.as) : '')
    const query = queryOf({
      ...(isGet ? rest : {}),
      lang: options.lang ?? 's',
      ...splitToken(token),
      ...(isGet ? { _vv: signPath(siteKey, path, clock.nowMs() / 1000) } : {}),
    })
    const response = await app.inject({
      method: call.method,
      url: `${path}?${query}`,
      ...(isGet ? {} : { payload: rest }),
      ...(options.headers ? { headers: options.headers } : {}),
      ...(options.remoteAddress ? { remoteAddress: options.remoteAddress } : {}),
    })
    const envelope: { code: number; msg: string; data: unknown; day: string } =
      response.statusCode === 304 ? { code: -1, msg: '', data: null, day: '' } : response.json()
    const { data, day } = envelope
    return {
      status: response.statusCode,
      headers: response.headers,
      code: envelope.code,
      msg: envelope.msg,
      raw: data,
      data: typeof data === 'string' ? openSealed(data, siteKey, day) : data,
    }
  }
}
