import { dayOf } from '@yunmu/contract/wire'
import type { FastifyRequest } from 'fastify'
import type { KeyedHash } from './keyed-hash.ts'
import type { Visitor } from './mount-call.ts'

/**
 * Who sent a request, as far as the network tells. The key of the day is the station's own: of a plain hash, all
 * addresses of a network would be tried in minutes.
 */
export function visitorOf(request: FastifyRequest, nowMs: number, hash: KeyedHash): Visitor {
  const agent = request.headers['user-agent'] ?? ''
  return {
    address: request.ip,
    agent,
    // Few calls ask for it.
    get dayKey() {
      return hash('visitor', dayOf(nowMs / 1000), request.ip, agent)
        .toString('base64url')
        .slice(0, 22)
    },
  }
}
