import { callsByDomain, programCallsByDomain } from '@yunmu/contract'
import { convertDeep } from '@yunmu/zh'
import Fastify, { type FastifyInstance } from 'fastify'
import { refuseMediaUrl } from './domains/media/index.ts'
import {
  answerUnreadable,
  installCanonicalRedirects,
  type CanonicalRedirectsNeeds,
} from './platform/http/canonical-redirects.ts'
import { installApiDocs } from './platform/api-docs/api-docs.ts'
import { nowSec, type Clock } from './platform/process/clock.ts'
import { answerClientError } from './platform/http/client-error.ts'
import { answerBadAddress, installErrorExit } from './platform/http/error-exit.ts'
import { isRefusedToOne, isUnavailable, logFailedRefresh } from './platform/http/failures.ts'
import { installHttpCalls } from './platform/calls/http-calls.ts'
import { createKeyedHash } from './platform/process/keyed-hash.ts'
import { createOverloadCheck, watchEventLoop } from './platform/http/admission/load.ts'
import { installRoutes, mountCalls, addModuleMetrics } from './platform/domain-modules.ts'
import { installNotFound } from './platform/http/not-found.ts'
import { createPageCalls } from './platform/pages/page-calls.ts'
import { pageBytes } from './platform/pages/packed-page.ts'
import { installNameFont } from './platform/pages/name-font/name-font.ts'
import { installPages } from './platform/pages/pages.ts'
import type { Page } from './platform/pages/render-pages.ts'
import { installProbes } from './platform/operations/probes.ts'
import { installPwa } from './platform/pages/pwa.ts'
import { timeoutOptions } from './platform/http/timeouts.ts'
import { createAdmissions } from './platform/http/admission/admission.ts'
import { createRateLimits, type RateLimits } from './platform/http/rate-limits.ts'
import { createStationCounts } from './platform/http/station-counts.ts'
import { createReadiness } from './platform/operations/readiness.ts'
import {
  logActOfUser,
  logUndeclaredRefusal,
  type OnActOfUser,
  type OnUndeclaredRefusal,
} from './platform/calls/declared-refusals.ts'
import { createOwnChanges } from './platform/caching/own-changes.ts'
import { keepEqualParts } from './platform/caching/keep-equal-parts.ts'
import { createValueCache } from './platform/caching/value-cache.ts'
import { createCallCache } from './platform/calls/call-cache.ts'
import type { SealedReply } from './platform/calls/sealed-reply.ts'
import { installReplyFastPath } from './platform/calls/reply-fast-path.ts'
import { createSealer } from './platform/calls/sealer.ts'
import { commonHeaders } from './platform/http/security-headers.ts'
import { originOf } from './platform/http/site-origin.ts'
import { createSignatureCheck } from './platform/calls/time-signature.ts'
import { createViewerReader } from './platform/calls/viewer.ts'
import { followMerges, resolvePage, type ResolveNeeds } from './resolve-page.ts'
import { installRealtime } from './station-realtime.ts'
import type { Platform } from './platform/platform.ts'
import type { Station } from './station.ts'
import manifest from '../package.json' with { type: 'json' }

const largestBody = 64 * 1024
const mb = 1024 * 1024

export interface AppOptions {
  /** Folder of the web build; without it only calls are served. */
  webBuildDir?: string
  /** Whether the warm-up is done, for `/readyz`; absent if there is no warm-up. */
  isWarm?: () => boolean
  /** How late this process's timers run, in milliseconds; absent watches the event loop. */
  lagMs?: () => number
  /** Is notified of refusals that the contract does not announce; absent logs them as errors. */
  onUndeclaredRefusal?: OnUndeclaredRefusal
  /** The same of calls of users that wrote to the audit log in the name of their caller. */
  onActOfUser?: OnActOfUser
}

/** The station's HTTP application: calls, pages, media. Ready to listen or to be injected into. */
export async function buildApp(
  platform: Platform,
  station: Station,
  options: AppOptions = {},
): Promise<FastifyInstance> {
  const { config, clock, log, secrets, metrics, channel } = platform
  const app = createServer(platform)
  installErrorExit(app, { clock, log })

  const limits = createRateLimits(channel.isWorker ? createStationCounts(channel) : undefined)
  installNotFound(app, { limits })
  const caches = createCaches(platform)
  const fastPath = installReplyFastPath(app, { clock, cache: caches.sealed, limits, metrics, headers: commonHeaders })
  app.addHook('onRequest', async (_request, reply) => {
    reply.headers(commonHeaders)
  })

  const lagMs = options.lagMs ?? watchLag(app)
  const isWarm = options.isWarm ?? (() => true)
  installOperations(app, platform, { limits, lagMs, isWarm })
  if (config.role === 'worker' || config.role === 'recorder') return app

  const { onUndeclaredRefusal = logUndeclaredRefusal(log), onActOfUser = logActOfUser(log) } = options
  const registry = mountCalls(station.modules, onUndeclaredRefusal, onActOfUser)
  const isLate = createOverloadCheck(lagMs)
  // While the process warms up, its own work causes the lag: refusing visitors would not help.
  const overloaded = (): boolean => isWarm() && isLate()
  const admissions = createAdmissions({ overloaded, metrics })
  const hash = createKeyedHash(secrets.tokenKey)
  const ownChanges = createOwnChanges({ events: platform.events, changes: platform.changes, hash, nowMs: clock.nowMs })
  const viewers = createViewerReader(station.tokens, station.accounts.findSession)
  installHttpCalls(app, {
    registry,
    clock,
    limits,
    cache: createCallCache(caches.sealed, platform.changes),
    fastPath,
    ownChanges,
    metrics,
    hash,
    overloaded,
    admissions,
    viewers,
    sealer: createSealer(secrets.siteKey),
    checkSignature: createSignatureCheck(secrets.siteKey),
    convert: convertDeep,
    allowedOrigins: new Set(config.allowedOrigins),
  })

  installRealtime(app, platform, station, { limits, overloaded, viewers })
  installApiDocs(app, { callsByDomain, programCalls: programCallsByDomain, version: manifest.version, limits })
  installRoutes(station.modules, app, {
    limits,
    admissions,
    overloaded,
    originOf: (request) => originOf(request, config.siteUrl),
  })
  addModuleMetrics(station.modules, metrics)

  if (options.webBuildDir !== undefined) {
    const siteName = async (): Promise<string> => (await station.site.read()).name
    installPwa(app, { buildDir: options.webBuildDir, limits, siteName })
    installNameFont(app, { limits, admission: admissions.picture })
    installCanonicalRedirects(app, { limits, admission: admissions.call, ...redirectsOf(station, clock) })
    await installPages(app, {
      buildDir: options.webBuildDir,
      clock,
      log,
      limits,
      siteKey: secrets.siteKey,
      hash,
      calls: createPageCalls({ registry, convert: convertDeep, cache: createCallCache(caches.data, platform.changes) }),
      cache: caches.pages,
      ownChanges,
      admission: admissions.page,
      siteUrl: config.siteUrl,
      statistics: station.site.statistics,
      remoteOrigins: station.remote.policy,
      mediaOrigins: config.mediaUrl === '' ? [] : [new URL(config.mediaUrl).origin],
    })
  }
  return app
}

/** Where short addresses, those of merged titles and those of an older system lead. */
const redirectsOf = (
  station: Station,
  clock: Clock,
): Pick<CanonicalRedirectsNeeds, 'resolve' | 'translate' | 'moved'> => ({
  resolve: (page) => resolvePage(page, catalogLookups(station, clock)),
  translate: station.migration.addresses.pageOf,
  moved: (page) => followMerges(page, station.catalog.bin.survivorOf),
})

/** Reads titles and categories, to complete addresses. */
const catalogLookups = ({ catalog }: Station, clock: Clock): ResolveNeeds => ({
  title: (id) => catalog.titles.detail(id, nowSec(clock)),
  categories: catalog.categories.list,
})

/** Caches of sealed replies, of their data for pages, and of pages. */
function createCaches({ changes, clock, log, metrics }: Platform) {
  const limits = {
    changes,
    nowMs: clock.nowMs,
    maxAgeMs: 5 * 60_000,
    isUnavailable,
    isRefusedToOne,
    onFailedRefresh: logFailedRefresh(log),
  }
  const caches = {
    sealed: createValueCache<SealedReply>({ ...limits, maxBytes: 32 * mb, bytesOf: ({ bytes }) => bytes.length }),
    // Objects take about three times the size of their JSON, and each character up to two bytes.
    data: createValueCache<unknown>({
      ...limits,
      maxBytes: 32 * mb,
      bytesOf: (data) => 4 * JSON.stringify(data).length,
      join: keepEqualParts,
    }),
    pages: createValueCache<Page>({
      ...limits,
      maxBytes: 128 * mb,
      bytesOf: ({ packed }) => pageBytes(packed),
      // Redirects too: they depend on what they were looked up in, and crawlers follow thousands of old addresses.
      mayCache: ({ status, isComplete }) => isComplete && status < 400,
    }),
  }
  metrics.addGauge({
    name: 'yunmu_cache_bytes',
    help: 'Memory of what is cached for visitors, by cache.',
    label: 'kind',
    read: async () => ({
      replies: caches.sealed.size().bytes,
      data: caches.data.size().bytes,
      pages: caches.pages.size().bytes,
    }),
  })
  return caches
}

function createServer({ config, clock }: Platform): FastifyInstance {
  return Fastify({
    ...timeoutOptions(),
    // A proxy on this machine is trusted; any other must be configured.
    trustProxy: ['loopback', ...config.trustedProxies],
    bodyLimit: largestBody,
    // Allows a thousand characters of a query; an encoded slash or plus sign still has three at this point.
    routerOptions: { maxParamLength: 3000 },
    forceCloseConnections: 'idle',
    return503OnClosing: true,
    clientErrorHandler: answerClientError,
    frameworkErrors: (_err, request, reply) => {
      if (request.url.startsWith('/media/')) refuseMediaUrl(request, reply)
      else if (!answerUnreadable(request, reply)) answerBadAddress(reply, clock)
    },
  })
}

/** Measures the event loop lag as long as the app is open. */
function watchLag(app: FastifyInstance): () => number {
  const loop = watchEventLoop()
  app.addHook('onClose', async () => loop.stop())
  return () => loop.lagMs()
}

/** Health checks and metrics for operators. */
function installOperations(
  app: FastifyInstance,
  { config, db, pool, metrics }: Platform,
  { limits, lagMs, isWarm }: { limits: RateLimits; lagMs: () => number; isWarm: () => boolean },
): void {
  metrics.addGauge({
    name: 'yunmu_event_loop_lag_seconds',
    help: 'How late timers run now. A single long turn of the event loop is left out.',
    label: 'kind',
    read: async () => ({ present: lagMs() / 1000 }),
  })
  metrics.addGauge({
    name: 'yunmu_database_connections',
    help: 'Connections of the pool, and requests that wait for one.',
    label: 'state',
    read: async () => ({ idle: pool.idleCount, busy: pool.totalCount - pool.idleCount, waited_for: pool.waitingCount }),
  })
  installProbes(app, {
    limits,
    metrics,
    readiness: createReadiness({ db, dataDir: config.dataDir, minFreeMb: config.minFreeMb, isWarm }),
    token: config.metricsToken,
    hasTrustedProxies: config.trustedProxies.length > 0,
  })
}
