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
import { pageRequestOf, type PageRequest } from './page-key.ts'
import { gzipPage, makeNonce, makePlaceholders, plainPage, repackPage } from './packed-page.ts'
import { createPageRenderer, type Page } from './render-pages.ts'

export interface PagesNeeds {
  buildDir: string
  clock: Clock
  log: Logger
  limits: RateLimits
  siteKey: string
  /** Makes the key by which a visitor of one day is known. */
  hash: KeyedHash
  calls: ReturnType<typeof createPageCalls>
  cache: ValueCache<Page>
  /** Pages that have to be rendered wait here for a slot. */
  admission: Admission
  mediaOrigins: readonly string[]
  /** Scheme and host that the operator set for the station; empty takes those of the request. */
  siteUrl: string
}

/** Serves the web build: its hashed assets for ever, and every other address as a page rendered here. */
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
  const render = await createPageRenderer({ buildDir, siteKey, placeholders: makePlaceholders() })
  const repack = createRepacker(needs)

  /** Renders a page for the visitor who asks first. */
  const make = async (asked: PageRequest, request: FastifyRequest): Promise<Page> => {
    await limits.consume('made', request.ip, defaultLimits.made)
    const nowMs = clock.nowMs()
    const visitor = visitorOf(request, nowMs, needs.hash)
    const calls = failuresOf(needs.calls({ viewer: null, visitor, script: asked.script, nowMs }))
    const onError = (err: unknown): void => {
      // An outage is logged by the error exit, once for all pages.
      if (outageOf(err) === null) needs.log.error({ err, req: request }, 'a page was not rendered')
    }
    const page = await render(asked, { make: calls.make, onError })
    // The renderer has a page for what failed; the error exit and the cache have to know.
    if (page.status >= 500 && calls.failure !== undefined) throw calls.failure
    return page
  }

  app.get('/*', async (request, reply) => {
    if (isForPrograms(request.url)) return reply.callNotFound()
    await limits.consume('page', request.ip, defaultLimits.page)
    const asked = pageRequestOf(request, siteUrl)
    const key = `${midnightsUntil(clock.nowMs())} ${JSON.stringify(asked)}`
    const queue = (work: () => Promise<Page>): Promise<Page> => needs.admission.run(workVisitorOf(request, reply), work)
    const known = cache.peek(key)
    const page = await cache.get(key, () => queue(() => make(asked, request)))
    if (known) repack(key, known)
    const nonce = makeNonce()
    const isPacked = acceptsGzip(request.headers['accept-encoding'])
    const values = { nonce, nowSec: nowSec(clock) }
    return reply
      .code(page.status)
      .headers({
        ...documentHeaders,
        'content-type': 'text/html; charset=utf-8',
        'cache-control': 'private, no-cache',
        vary: 'cookie, accept-language, accept-encoding',
        ...(isPacked && { 'content-encoding': 'gzip' }),
        'content-security-policy': pagePolicy(nonce, { media: mediaOrigins }),
        ...page.headers,
      })
      .send(isPacked ? gzipPage(page.packed, values) : plainPage(page.packed, values))
  })
}

/** Makes the calls of one page, and keeps the first failure: a renderer answers it with a page of its own. */
function failuresOf(make: MakeCall): { make: MakeCall; readonly failure: unknown } {
  let failure: unknown
  return {
    make: (...asked) =>
      make(...asked).catch((err: unknown) => {
        failure ??= err
        throw err
      }),
    get failure() {
      return failure
    },
  }
}

/** Compresses pages well that are asked for again, one at a time. */
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
      .catch((err: unknown) => log.warn({ err }, 'a page could not be compressed again'))
  }
}
