import fastifyStatic from '@fastify/static'
import type { MakeCall } from '@yunmu/contract'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { join } from 'node:path'
import { midnightsUntil } from '../calls/call-cache.ts'
import type { ValueCache } from '../caching/value-cache.ts'
import { nowSec, type Clock } from '../process/clock.ts'
import type { KeyedHash } from '../process/keyed-hash.ts'
import type { Logger } from '../process/logger.ts'
import { workVisitorOf, type Admission } from '../http/admission.ts'
import { isForPrograms } from '../http/not-found.ts'
import { outageOf } from '../http/outages.ts'
import { defaultLimits, type RateLimits } from '../http/rate-limits.ts'
import { documentHeaders, pagePolicy } from '../http/security-headers.ts'
import { visitorOf } from '../http/visitor.ts'
import { acceptsGzip } from './accepts-gzip.ts'
import type { createPageCalls } from './page-calls.ts'
import { parsePageRequest, type PageRequest } from './page-key.ts'
import { gzipPage, createNonce, createPlaceholders, plainPage, repackPage } from './packed-page.ts'
import { createPageRenderer, type Page } from './render-pages.ts'

export interface PagesNeeds {
  buildDir: string
  clock: Clock
  log: Logger
  limits: RateLimits
  siteKey: string
  /** Derives the keys that identify a visitor for one day. */
  hash: KeyedHash
  calls: ReturnType<typeof createPageCalls>
  cache: ValueCache<Page>
  /** Pages that must be rendered wait here for a slot. */
  admission: Admission
  mediaOrigins: readonly string[]
  /** The configured scheme and host of the station; empty takes those of the request. */
  siteUrl: string
}

/** Serves the web build: its hashed assets with an unlimited lifetime, and every other address as a rendered page. */
export async function installPages(app: FastifyInstance, needs: PagesNeeds): Promise<void> {
  const { buildDir, cache, clock, limits, mediaOrigins, siteKey, siteUrl } = needs
  await app.register(fastifyStatic, {
    root: join(buildDir, 'client/assets'),
    prefix: '/assets/',
    immutable: true,
    maxAge: 31_536_000_000,
    index: false,
    preCompressed: true,
  })
  const render = await createPageRenderer({ buildDir, siteKey, placeholders: createPlaceholders() })
  const repack = createRepacker(needs)

  /** Renders a page; the first requester's rate limit is charged. */
  const renderPage = async (pageRequest: PageRequest, request: FastifyRequest): Promise<Page> => {
    await limits.consume('uncached', request.ip, defaultLimits.uncached)
    const nowMs = clock.nowMs()
    const visitor = visitorOf(request, nowMs, needs.hash)
    const calls = trackFailure(needs.calls({ viewer: null, visitor, script: pageRequest.script, nowMs }))
    const onError = (err: unknown): void => {
      // Outages are logged by the error exit, once for all pages.
      if (outageOf(err) === null) needs.log.error({ err, req: request }, 'a page could not be rendered')
    }
    const page = await render(pageRequest, { make: calls.renderPage, onError })
    // The renderer renders a page for failures; the error exit and the cache need the error itself.
    if (page.status >= 500 && calls.failure !== undefined) throw calls.failure
    return page
  }

  app.get('/*', async (request, reply) => {
    if (isForPrograms(request.url)) return reply.callNotFound()
    await limits.consume('page', request.ip, defaultLimits.page)
    const pageRequest = parsePageRequest(request, siteUrl)
    const key = `${midnightsUntil(clock.nowMs())} ${JSON.stringify(pageRequest)}`
    const queue = (work: () => Promise<Page>): Promise<Page> => needs.admission.run(workVisitorOf(request, reply), work)
    const cached = cache.peek(key)
    const page = await cache.get(key, () => queue(() => renderPage(pageRequest, request)))
    if (cached) repack(key, cached)
    const nonce = createNonce()
    const isGzip = acceptsGzip(request.headers['accept-encoding'])
    const values = { nonce, nowSec: nowSec(clock) }
    return reply
      .code(page.status)
      .headers({
        ...documentHeaders,
        'content-type': 'text/html; charset=utf-8',
        'cache-control': 'private, no-cache',
        vary: 'cookie, accept-language, accept-encoding',
        ...(isGzip && { 'content-encoding': 'gzip' }),
        'content-security-policy': pagePolicy(nonce, { media: mediaOrigins }),
        ...page.headers,
      })
      .send(isGzip ? gzipPage(page.packed, values) : plainPage(page.packed, values))
  })
}

/** Makes the calls of one page and stores the first failure, which the renderer would turn into a page. */
function trackFailure(renderPage: MakeCall): { renderPage: MakeCall; readonly failure: unknown } {
  let failure: unknown
  return {
    renderPage: (...pageRequest) =>
      renderPage(...pageRequest).catch((err: unknown) => {
        failure ??= err
        throw err
      }),
    get failure() {
      return failure
    },
  }
}

/** Recompresses requested pages at the highest level, one at a time. */
function createRepacker({
  cache,
  log,
}: PagesNeeds): (key: string, cached: NonNullable<ReturnType<typeof cache.peek>>) => void {
  const repacked = new WeakSet<Page>()
  let last = Promise.resolve()
  return (key, cached) => {
    if (repacked.has(cached.value)) return
    repacked.add(cached.value)
    last = last
      .then(async () => {
        const page = { ...cached.value, packed: await repackPage(cached.value.packed) }
        repacked.add(page)
        cache.replace(key, cached, page)
      })
      .catch((err: unknown) => log.warn({ err }, 'a page could not be recompressed'))
  }
}
