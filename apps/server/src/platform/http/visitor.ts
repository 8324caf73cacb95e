import type { FastifyRequest } from 'fastify'
import { chinaDay } from '@yunmu/contract/china-time'
import type { KeyedHash } from '../process/keyed-hash.ts'
import type { Visitor } from '../calls/mount-call.ts'
import { subscriberOf } from './network.ts'

/**
 * Who sent a request, as far as the network tells. The key of the day is the station's own: of a plain hash, all
 * addresses of a network would be tried in minutes.
 */
export function visitorOf(request: FastifyRequest, nowMs: number, hash: KeyedHash): Visitor {
  const agent = request.headers['user-agent'] ?? ''
  const keyOf = (purpose: string, ...parts: string[]): string =>
    hash(purpose, chinaDay(nowMs / 1000), ...parts)
      .toString('base64url')
      .slice(0, 22)
  return {
    address: request.ip,
    agent,
    // Few calls ask for them.
    get dayKey() {
      return keyOf('visitor', request.ip, agent)
    },
    get networkKey() {
      const network = subscriberOf(request.ip)
      return network === null ? null : keyOf('network', network)
    },
  }
}
