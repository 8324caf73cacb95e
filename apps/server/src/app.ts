import { callsByDomain } from '@yunmu/contract'
import { convertDeep } from '@yunmu/zh'
import Fastify, { type FastifyInstance } from 'fastify'
import { refuseMediaAddress } from './domains/media/index.ts'
import { answerUnreadable, installCanonicalRedirects } from './platform/http/canonical-redirects.ts'
import { installApiDocs } from './platform/api-docs/api-docs.ts'
import { nowSec, type Clock } from './platform/process/clock.ts'
import { answerBadAddress, installErrorExit } from './platform/http/error-exit.ts'
import { isRefusedToOne, isUnavailable } from './platform/http/failures.ts'
import { installHttpCalls } from './platform/calls/http-calls.ts'
import { createKeyedHash } from './platform/process/keyed-hash.ts'
import { createOverloadCheck, watchEventLoop } from './platform/http/load.ts'
import { installRoutes, mountCalls, addModuleMetrics } from './platform/domain-modules.ts'
import { installNotFound } from './platform/http/not-found.ts'
import { createPageCalls } from './platform/pages/page-calls.ts'
import { pageBytes } from './platform/pages/packed-page.ts'
import { installPages } from './platform/pages/pages.ts'
import type { Page } from './platform/pages/render-pages.ts'
import { installProbes } from './platform/operations/probes.ts'
import { installPwa } from './platform/pages/pwa.ts'
import { timeoutOptions } from './platform/http/timeouts.ts'
import { createAdmissions } from './platform/http/admission.ts'
import { createRateLimits, type RateLimits } from './platform/http/rate-limits.ts'
import { createReadiness } from './platform/operations/readiness.ts'
import { createValueCache } from './platform/caching/value-cache.ts'
import { createCallCache } from './platform/calls/call-cache.ts'
import type { SealedReply } from './platform/calls/sealed-reply.ts'
import { installReplyFastPath } from './platform/calls/reply-fast-path.ts'
import { createSealer } from './platform/calls/sealer.ts'
import { commonHeaders } from './platform/http/security-headers.ts'
import { originOf } from './platform/http/site-origin.ts'
import { createSignatureCheck } from './platform/calls/time-signature.ts'
import { createViewerReader } from './platform/calls/viewer.ts'
import { resolvePage, type ResolveNeeds } from './resolve-page.ts'
import { installRealtime } from './station-realtime.ts'
import type { Platform } from './platform/platform.ts'
import type { Station } from './station.ts'
import manifest from '../package.json' with { type: 'json' }

const largestBody = 64 * 1024
const mb = 1024 * 1024

export interface AppOptions {
  /** Folder of the web build; absent serves calls alone. */
  webBuildDir?: string
  /** Whether the warm-up is done, for `/readyz`; absent has none. */
  isWarm?: () => boolean
  /** How late this process's timers run, in milliseconds; absent watches the event loop. */
  lagMs?: () => number
}

/** The station's HTTP face: calls, pages, media. Ready to listen or to be injected into. */
export async function buildApp(
  platform: Platform,
  station: Station,
  options: AppOptions = {},
): Promise<FastifyInstance> {
  const { config, clock, log, secrets, metrics } = platform
  const app = createServer(platform)
  installErrorExit(app, { clock, log })

  const limits = createRateLimits()
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

  const { modules } = station
  const book = mountCalls(modules)
  const isLate = createOverloadCheck(lagMs)
  // While the process warms up, it is late by its own work: refusing visitors would not make it faster.
  const overloaded = (): boolean => isWarm() && isLate()
  const admissions = createAdmissions({ overloaded, metrics })
  const hash = createKeyedHash(secrets.tokenKey)
  const viewers = createViewerReader(station.tokens, station.accounts.findSession)
  installHttpCalls(app, {
    book,
    clock,
    limits,
    cache: createCallCache(caches.sealed, platform.changes),
    fastPath,
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
  installApiDocs(app, { callsByDomain, version: manifest.version, limits })
  installRoutes(modules, app, {
    limits,
    admissions,
    overloaded,
    originOf: (request) => originOf(request, config.siteUrl),
  })
  addModuleMetrics(modules, metrics)

  if (options.webBuildDir !== undefined) {
    const siteName = async (): Promise<string> => (await station.site.read()).name
    installPwa(app, { buildDir: options.webBuildDir, limits, siteName })
    installCanonicalRedirects(app, {
      limits,
      admission: admissions.call,
      resolve: (page) => resolvePage(page, placesOf(station, clock)),
    })
    await installPages(app, {
      buildDir: options.webBuildDir,
      clock,
      log,
      limits,
      siteKey: secrets.siteKey,
      hash,
      calls: createPageCalls({ book, convert: convertDeep, cache: createCallCache(caches.data, platform.changes) }),
      cache: caches.pages,
      admission: admissions.page,
      siteUrl: config.siteUrl,
      mediaOrigins: config.mediaUrl === '' ? [] : [new URL(config.mediaUrl).origin],
    })
  }
  return app
}

/** Where titles and categories stand, for addresses that name them otherwise. */
const placesOf = ({ catalog }: Station, clock: Clock): ResolveNeeds => ({
  title: (id) => catalog.titles.detail(id, nowSec(clock)),
  categories: catalog.categories.list,
})

/** Replies as they travel, their data for pages, and pages. */
function createCaches({ changes, clock }: Platform) {
  const limits = {
    changes,
    nowMs: clock.nowMs,
    maxAgeMs: 5 * 60_000,
    isUnavailable,
    isRefusedToOne,
  }
  return {
    sealed: createValueCache<SealedReply>({ ...limits, maxBytes: 32 * mb, bytesOf: ({ bytes }) => bytes.length }),
    // Objects take about three times their JSON, and a character of it up to two bytes.
    data: createValueCache<unknown>({
      ...limits,
      maxBytes: 32 * mb,
      bytesOf: (data) => 4 * JSON.stringify(data).length,
    }),
    pages: createValueCache<Page>({
      ...limits,
      maxBytes: 128 * mb,
      bytesOf: ({ packed }) => pageBytes(packed),
      mayCache: ({ status }) => status === 200,
    }),
  }
}

function createServer({ config, clock }: Platform): FastifyInstance {
  return Fastify({
    ...timeoutOptions(),
    // A proxy on this machine names its visitors; any other must be named by the operator.
    trustProxy: ['loopback', ...config.trustedProxies],
    bodyLimit: largestBody,
    // A thousand characters of a query, where a slash or a plus sign is still the three of its code.
    routerOptions: { maxParamLength: 3000 },
    forceCloseConnections: 'idle',
    return503OnClosing: true,
    frameworkErrors: (_err, request, reply) => {
      if (request.url.startsWith('/media/')) refuseMediaAddress(request, reply)
      else if (!answerUnreadable(request, reply)) answerBadAddress(reply, clock)
    },
  })
}

/** Watches the event loop as long as the app lives. */
function watchLag(app: FastifyInstance): () => number {
  const loop = watchEventLoop()
  app.addHook('onClose', async () => loop.stop())
  return () => loop.lagMs()
}

/** What operators look at. */
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
