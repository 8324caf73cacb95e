import type { FastifyInstance } from 'fastify'
import { browserIdOf } from '../../../platform/http/browser-session.ts'
import { createCrossOrigin } from '../../../platform/http/cross-origin.ts'
import { sendReply } from '../../../platform/http/file-reply.ts'
import { subscriberOf } from '../../../platform/http/network.ts'
import type { RateLimit, RateLimits } from '../../../platform/http/rate-limits.ts'
import { nowSec, type Clock } from '../../../platform/process/clock.ts'
import type { Relay } from './relay.ts'

/** What is fetched for a client address: several viewers behind one, each with a segment in some seconds, and seeking. */
const relayLimit: RateLimit = { points: 1200, perSec: 60 }

/** Serves everything below `/relay/`. Refusals are short plain text. */
export function installRelay(
  app: FastifyInstance,
  {
    relay,
    clock,
    limits,
    allowedOrigins,
    countBytes,
  }: {
    relay: Relay
    clock: Clock
    limits: RateLimits
    allowedOrigins: readonly string[]
    countBytes: (bytes: number) => void
  },
): void {
  const crossOrigin = createCrossOrigin(allowedOrigins)
  app.route({
    method: ['GET', 'HEAD', 'OPTIONS'],
    url: '/relay/*',
    async handler({ raw: request, ip }, reply) {
      if (request.method === 'OPTIONS') {
        reply.hijack()
        crossOrigin.sendPreflight(request, reply.raw)
        return
      }
      const url = request.url ?? ''
      const at = url.indexOf('?')
      const { reply: found, close } = await relay.reply(at === -1 ? url : url.slice(0, at), {
        nowSec: nowSec(clock),
        browserId: () => browserIdOf(request.headers.cookie),
        client: { key: subscriberOf(ip), admit: () => limits.consume('relay', ip, relayLimit) },
      })
      try {
        reply.hijack()
        countBytes(sendReply(request, reply.raw, found, crossOrigin.headersFor(request)))
      } finally {
        close()
      }
    },
  })
}
