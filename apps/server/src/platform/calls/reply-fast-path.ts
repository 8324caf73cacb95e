import type { FastifyInstance, FastifyReply } from 'fastify'
import { LRUCache } from 'lru-cache'
import type { CachedValue, ValueCache } from '../caching/value-cache.ts'
import { isMinorsBrowser } from '../audience.ts'
import { changeTokensOf } from '../http/change-cookie.ts'
import { defaultLimits, type RateLimits } from '../http/rate-limits.ts'
import type { Metrics } from '../operations/metrics.ts'
import type { Clock } from '../process/clock.ts'
import { midnightsUntil } from './call-cache.ts'
import type { SealedReply } from './sealed-reply.ts'

interface Validity {
  /** End of validity of the address's time signature, Unix seconds. */
  validUntilSec: number
  midnights: number
}

interface FastReply extends Validity {
  cached: CachedValue<SealedReply>
  /** Header names and values in turn, the fastest form for `writeHead`. */
  headers: string[]
}

const cacheLimits = {
  max: 10_000,
  /** Many addresses may share one reply; a reply evicted from the cache behind is referenced only here. */
  maxSize: 64 * 1024 * 1024,
  sizeCalculation: ({ cached }: FastReply, url: string): number => cached.value.bytes.length + url.length,
}

/**
 * Serves addresses that were answered before and whose signature, parameters and script were checked then: from memory,
 * before any other hook runs. All its replies are public and the same for every visitor who is
 * not in minors' mode.
 */
export interface ReplyFastPath {
  add(url: string, cached: CachedValue<SealedReply>, validity: Validity): void
}

interface ReplyFastPathNeeds {
  clock: Clock
  cache: Pick<ValueCache<SealedReply>, 'isCurrent'>
  limits: RateLimits
  metrics: Metrics
  headers: Record<string, string>
}

export function installReplyFastPath(app: FastifyInstance, needs: ReplyFastPathNeeds): ReplyFastPath {
  const entries = new LRUCache<string, FastReply>(cacheLimits)
  const send = ({ raw }: FastifyReply, { cached, headers }: FastReply, ifNoneMatch: string | undefined): void => {
    const { bytes, etag } = cached.value
    if (ifNoneMatch === etag) {
      raw.writeHead(304, headers)
      raw.end()
      return
    }
    raw.writeHead(200, [...headers, 'content-length', String(bytes.length)])
    raw.end(bytes)
  }

  app.addHook('onRequest', (request, reply, done) => {
    const url = request.raw.url ?? ''
    const found = request.raw.method === 'GET' ? entries.get(url) : undefined
    if (!found || changeTokensOf(request).length > 0 || isMinorsBrowser(request.headers)) return done()
    const nowMs = needs.clock.nowMs()
    const isValid = nowMs / 1000 <= found.validUntilSec && midnightsUntil(nowMs) === found.midnights
    if (!isValid || !needs.cache.isCurrent(found.cached)) {
      entries.delete(url)
      return done()
    }
    const ifNoneMatch = request.raw.headers['if-none-match']
    const answer = (): void => {
      needs.metrics.reply('fast')
      reply.hijack()
      send(reply, found, ifNoneMatch)
    }
    if (!needs.limits.isLimited(request.ip)) return answer()
    needs.limits.consume('fast', request.ip, defaultLimits.call).then(answer, done)
  })

  const common = Object.entries(needs.headers).flat()
  return {
    add(url, cached, validity) {
      const about = [
        'etag',
        cached.value.etag,
        'cache-control',
        'public, no-cache',
        'content-type',
        'application/json; charset=utf-8',
      ]
      entries.set(url, { ...validity, cached, headers: [...common, ...about] })
    },
  }
}
