import { callsByDomain } from '@yunmu/contract'
import { convertDeep } from '@yunmu/zh'
import Fastify, { type FastifyInstance } from 'fastify'
import { mountCatalog, playsCounted, shelvesChanged, titlesChanged } from './domains/catalog/index.ts'
import { refuseMediaAddress } from './domains/media/index.ts'
import { mountSite, siteChanged } from './domains/site/index.ts'
import { installApiDocs } from './platform/api-docs.ts'
import { answerBadAddress, installErrorExit } from './platform/error-exit.ts'
import { installHttpCalls } from './platform/http-calls.ts'
import { createCallBook } from './platform/mount-call.ts'
import { installNotFound } from './platform/not-found.ts'
import { createPageCalls } from './platform/page-calls.ts'
import type { PageShell } from './platform/page-shell.ts'
import { installPages } from './platform/pages.ts'
import { createRateLimits } from './platform/rate-limits.ts'
import { createReplyCache, type SealedReply } from './platform/reply-cache.ts'
import { installReplyLane } from './platform/reply-lane.ts'
import { createSealer } from './platform/sealer.ts'
import { commonHeaders } from './platform/security-headers.ts'
import { createSignatureCheck } from './platform/time-signature.ts'
import { createViewerReader } from './platform/viewer.ts'
import type { Ground, Station } from './station.ts'
import manifest from '../package.json' with { type: 'json' }

const largestBody = 64 * 1024
const cacheMaxAgeMs = 5 * 60_000

export interface AppOptions {
  /** Folder of the web build; absent serves calls alone. */
  webBuildDir?: string
}

/** The station's HTTP face: calls, pages, media. Ready to listen or to be injected into. */
export async function buildApp(ground: Ground, station: Station, options: AppOptions = {}): Promise<FastifyInstance> {
  const { config, events, clock, log, secrets } = ground
  const app = Fastify({
    trustProxy: config.trustedProxies.length > 0 ? config.trustedProxies : false,
    bodyLimit: largestBody,
    routerOptions: { maxParamLength: 200, querystringParser: (text) => Object.fromEntries(new URLSearchParams(text)) },
    forceCloseConnections: 'idle',
    return503OnClosing: true,
    frameworkErrors: (_err, request, reply) => {
      if (request.url.startsWith('/media/')) refuseMediaAddress(request, reply)
      else answerBadAddress(reply, clock)
    },
  })
  installErrorExit(app, { clock, log })

  const limits = createRateLimits()
  installNotFound(app, { limits })
  const cache = createReplyCache<SealedReply>({ events, maxEntries: 5000, maxAgeMs: cacheMaxAgeMs })
  const lane = installReplyLane(app, { clock, cache, limits, headers: commonHeaders })
  app.addHook('onRequest', async (_request, reply) => {
    reply.headers(commonHeaders)
  })

  const book = createCallBook()
  mountSite(book, station.site)
  mountCatalog(book, station.catalog)
  station.media.mount(book)
  installHttpCalls(app, {
    book,
    clock,
    limits,
    cache,
    lane,
    viewers: createViewerReader(Buffer.from(secrets.tokenKey), station.findSession),
    sealer: createSealer(secrets.siteKey),
    checkSignature: createSignatureCheck(secrets.siteKey),
    convert: convertDeep,
    allowedOrigins: new Set(config.allowedOrigins),
  })

  installApiDocs(app, { shelves: callsByDomain, version: manifest.version, limits })
  station.media.install(app)

  if (options.webBuildDir !== undefined) {
    await installPages(app, {
      buildDir: options.webBuildDir,
      clock,
      limits,
      siteKey: secrets.siteKey,
      calls: createPageCalls({
        book,
        convert: convertDeep,
        cache: createReplyCache<unknown>({ events, maxEntries: 5000, maxAgeMs: cacheMaxAgeMs }),
      }),
      cache: createReplyCache<PageShell>({ events, maxEntries: 1000, maxAgeMs: cacheMaxAgeMs }),
      cachedUntil: [titlesChanged, shelvesChanged, playsCounted, siteChanged],
      mediaOrigins: config.mediaUrl === '' ? [] : [new URL(config.mediaUrl).origin],
    })
  }
  return app
}
