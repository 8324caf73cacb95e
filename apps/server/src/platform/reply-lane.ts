import type { FastifyInstance } from 'fastify'
import { LRUCache } from 'lru-cache'
import { dayOf } from '@yunmu/contract/wire'
import type { Clock } from './clock.ts'
import { defaultLimits, type RateLimits } from './rate-limits.ts'
import type { ReplyCache, SealedReply } from './reply-cache.ts'

interface Kept {
  reply: SealedReply
  goodUntilSec: number
  day: string
}

/**
 * The short way of a reply that was given before: an address that was checked whole (signature, parameters, script) is
 * answered from memory before anything else is looked at. Everything here is public and the same for all.
 */
export interface ReplyLane {
  keep(url: string, reply: SealedReply, goodUntilSec: number, day: string): void
}

export function installReplyLane(
  app: FastifyInstance,
  needs: { clock: Clock; cache: ReplyCache<SealedReply>; limits: RateLimits; headers: Record<string, string> },
): ReplyLane {
  const kept = new LRUCache<string, Kept>({ max: 10_000 })
  needs.cache.onStale(() => kept.clear())

  app.addHook('onRequest', async (request, reply) => {
    const found = request.raw.method === 'GET' ? kept.get(request.raw.url ?? '') : undefined
    if (!found) return
    const nowSec = needs.clock.nowMs() / 1000
    if (nowSec > found.goodUntilSec || dayOf(nowSec) !== found.day) {
      kept.delete(request.raw.url ?? '')
      return
    }
    await needs.limits.spend('lane', request.ip, defaultLimits.call)
    reply.hijack()
    const { bytes, etag } = found.reply
    const same = request.headers['if-none-match'] === etag
    reply.raw.writeHead(same ? 304 : 200, {
      ...needs.headers,
      etag,
      'cache-control': 'public, no-cache',
      ...(same ? {} : { 'content-type': 'application/json; charset=utf-8', 'content-length': bytes.length }),
    })
    reply.raw.end(same ? undefined : bytes)
  })

  return {
    keep(url, reply, goodUntilSec, day) {
      kept.set(url, { reply, goodUntilSec, day })
    },
  }
}
