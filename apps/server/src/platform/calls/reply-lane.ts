import type { FastifyInstance, FastifyReply } from 'fastify'
import { LRUCache } from 'lru-cache'
import type { Clock } from '../process/clock.ts'
import type { Metrics } from '../operations/metrics.ts'
import { defaultLimits, type RateLimits } from '../http/rate-limits.ts'
import { midnightsBy, type ReplyCache, type SealedReply } from '../caching/reply-cache.ts'

interface Kept {
  reply: SealedReply
  /** Header names and values in turn, as `writeHead` takes them fastest. */
  headers: string[]
  goodUntilSec: number
  midnights: number
}

const limitsOfKept = {
  max: 10_000,
  /** Many addresses may lead to one reply; what the cache behind has let go of is held here alone. */
  maxSize: 64 * 1024 * 1024,
  sizeCalculation: ({ reply }: Kept, url: string): number => reply.bytes.length + url.length,
}

/**
 * The short way of a reply that was given before: an address that was checked whole (signature, parameters, script) is
 * answered from memory before anything else is looked at. Everything here is public and the same for all.
 */
export interface ReplyLane {
  keep(url: string, reply: SealedReply, goodUntilSec: number, midnights: number): void
}

interface ReplyLaneNeeds {
  clock: Clock
  cache: ReplyCache<SealedReply>
  limits: RateLimits
  metrics: Metrics
  headers: Record<string, string>
}

export function installReplyLane(app: FastifyInstance, needs: ReplyLaneNeeds): ReplyLane {
  const kept = new LRUCache<string, Kept>(limitsOfKept)
  needs.cache.onStale(() => kept.clear())
  const send = ({ raw }: FastifyReply, found: Kept, ifNoneMatch: string | undefined): void => {
    if (ifNoneMatch === found.reply.etag) {
      raw.writeHead(304, found.headers)
      raw.end()
      return
    }
    raw.writeHead(200, [...found.headers, 'content-length', String(found.reply.bytes.length)])
    raw.end(found.reply.bytes)
  }

  app.addHook('onRequest', (request, reply, done) => {
    const url = request.raw.url ?? ''
    const found = request.raw.method === 'GET' ? kept.get(url) : undefined
    if (!found) return done()
    const nowMs = needs.clock.nowMs()
    if (nowMs / 1000 > found.goodUntilSec || midnightsBy(nowMs) !== found.midnights) {
      kept.delete(url)
      return done()
    }
    const ifNoneMatch = request.raw.headers['if-none-match']
    const answer = (): void => {
      needs.metrics.reply('lane')
      reply.hijack()
      send(reply, found, ifNoneMatch)
    }
    if (!needs.limits.counts(request.ip)) return answer()
    needs.limits.consume('lane', request.ip, defaultLimits.call).then(answer, done)
  })

  const common = Object.entries(needs.headers).flat()
  return {
    keep(url, reply, goodUntilSec, midnights) {
      const about = [
        'etag',
        reply.etag,
        'cache-control',
        'public, no-cache',
        'content-type',
        'application/json; charset=utf-8',
      ]
      kept.set(url, { reply, goodUntilSec, midnights, headers: [...common, ...about] })
    },
  }
}
