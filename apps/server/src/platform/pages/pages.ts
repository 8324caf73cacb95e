import fastifyStatic from '@fastify/static'
import type { MakeCall } from '@yunmu/contract'
import { allowsStatistics } from '@yunmu/urls'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { join } from 'node:path'
import { forAudience } from '../audience.ts'
import { midnightsUntil } from '../calls/call-cache.ts'
import type { OwnChanges } from '../caching/own-changes.ts'
import type { CachedValue, ValueCache } from '../caching/value-cache.ts'
import { nowSec, type Clock } from '../process/clock.ts'
import type { KeyedHash } from '../process/keyed-hash.ts'
import type { Logger } from '../process/logger.ts'
import { workVisitorOf, type Admission } from '../http/admission/admission.ts'
import { changeTokensOf } from '../http/change-cookie.ts'
import { isTemporary } from '../http/failures.ts'
import { overloadPauseSec } from '../http/admission/load.ts'
import { isForPrograms } from '../http/not-found.ts'
import { outageOf } from '../http/outages.ts'
import { defaultLimits, type RateLimits } from '../http/rate-limits.ts'
import { documentHeaders, pagePolicy, type OutsideOrigins } from '../http/security-headers.ts'
import { createSharedWork } from '../http/admission/shared-work.ts'
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
  ownChanges: OwnChanges
  /** Pages that must be rendered wait here for a slot. */
  admission: Admission
  mediaOrigins: readonly string[]
  /** The other hosts that films may come from, as the operator allows them. Answered from memory. */
  remoteOrigins: () => Promise<NonNullable<OutsideOrigins['remote']>>
  /** The operator's statistics script; null if there is none. Answered from memory. */
  statistics: () => Promise<NonNullable<OutsideOrigins['statistics']> | null>
  /** The configured scheme and host of the station; empty takes those of the request. */
  siteUrl: string
}

/** Serves the web build: its hashed assets with an unlimited lifetime, and every other address as a rendered page. */
export async function installPages(app: FastifyInstance, needs: PagesNeeds): Promise<void> {
  const { buildDir, cache, clock, limits, mediaOrigins, remoteOrigins, siteKey, siteUrl } = needs
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
  const rendering = createSharedWork<Page>(needs.admission)

  /** Renders a page; the first requester's rate limit is charged. */
  const renderPage = async (pageRequest: PageRequest, request: FastifyRequest): Promise<Page> => {
    await limits.consume('uncached', request.ip, defaultLimits.uncached)
    const nowMs = clock.nowMs()
    const visitor = visitorOf(request, nowMs, needs.hash)
    const calls = trackFailures(needs.calls({ viewer: null, visitor, script: pageRequest.script, nowMs }))
    const onError = (err: unknown): void => {
      // Outages are logged by the error exit, once for all pages.
      if (outageOf(err) === null) needs.log.error({ err, req: request }, 'a page could not be rendered')
    }
    const page = await render(pageRequest, { make: calls.make, onError })
    // The renderer renders a page for failures; the error exit and the cache need the error itself.
    if (page.status >= 500 && calls.failure !== undefined) throw calls.failure
    return { ...page, isComplete: calls.allDone }
  }

  app.get('/*', async (request, reply) => {
    if (isForPrograms(request.url)) return reply.callNotFound()
    await limits.consume('page', request.ip, defaultLimits.page)
    const pageRequest = parsePageRequest(request, siteUrl)
    const key = `${midnightsUntil(clock.nowMs())} ${JSON.stringify(pageRequest)}`
    const visitor = workVisitorOf(request, reply)
    const work = (): Promise<Page> => forAudience(pageRequest, () => renderPage(pageRequest, request))
    const cached = cache.peek(key)
    const page = await needs.ownChanges.show(changeTokensOf(request), () =>
      cache.get(
        key,
        () => rendering.run({ visitor, key, work }),
        () => rendering.join(visitor, key),
      ),
    )
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
        ...(page.status === 503 && { 'retry-after': overloadPauseSec }),
        'content-security-policy': pagePolicy(nonce, {
          media: mediaOrigins,
          remote: await remoteOrigins(),
          statistics: mayCount(pageRequest, request) ? await needs.statistics() : null,
        }),
        ...page.headers,
      })
      .send(isGzip ? gzipPage(page.packed, values) : plainPage(page.packed, values))
  })
}

/** Whether a statistics script may run on a page, for a browser that does not ask not to be followed. */
function mayCount({ url }: PageRequest, { headers }: FastifyRequest): boolean {
  const isUnwanted = headers['dnt'] === '1' || headers['sec-gpc'] === '1'
  return !isUnwanted && allowsStatistics(url.split('?')[0] ?? url)
}

/** Makes the calls of one page and records whether they failed: the renderer turns failures into a page. */
function trackFailures(make: MakeCall): { make: MakeCall; readonly failure: unknown; readonly allDone: boolean } {
  let failure: unknown
  let allDone = true
  return {
    async make(...call) {
      try {
        const outcome = await make(...call)
        // Other refusals are a part of the page.
        if (!outcome.done && isTemporary(outcome.refusal)) allDone = false
        return outcome
      } catch (err) {
        failure ??= err
        allDone = false
        throw err
      }
    },
    /** The first error. */
    get failure() {
      return failure
    },
    get allDone() {
      return allDone
    },
  }
}

/**
 * A page is recompressed when it is requested at this age: one with lists that change every second is rebuilt before,
 * and recompressing it each time would cost more than it saves.
 */
const repackAfterMs = 10_000

/**
 * Recompresses requested pages at the highest level, one at a time. A page that is requested meanwhile waits for its
 * next request: a queue would hold pages that are replaced by the time it is their turn.
 */
function createRepacker({ cache, clock, log }: PagesNeeds): (key: string, cached: CachedValue<Page>) => void {
  const repacked = new WeakSet<Page>()
  let isBusy = false
  const repack = async (key: string, cached: CachedValue<Page>): Promise<void> => {
    const page = { ...cached.value, packed: await repackPage(cached.value.packed) }
    repacked.add(page)
    cache.replace(key, cached, page)
  }
  return (key, cached) => {
    if (isBusy || repacked.has(cached.value) || clock.nowMs() - cached.madeMs < repackAfterMs) return
    isBusy = true
    repacked.add(cached.value)
    repack(key, cached)
      .catch((err: unknown) => log.warn({ err }, 'a page could not be recompressed'))
      .finally(() => (isBusy = false))
  }
}
