import type { FastifyRequest } from 'fastify'
import { chinaDay } from '@yunmu/contract/china-time'
import type { KeyedHash } from '../process/keyed-hash.ts'
import type { Visitor } from '../calls/mount-call.ts'
import { noBrowser, type BrowserSession } from './browser-session.ts'
import { subscriberOf } from './network.ts'
import { originOf } from './site-origin.ts'

/**
 * The visitor of a request; without a browser session unless one is given. The day's keys are keyed hashes, because all addresses of a network could be tried on plain
 * hashes in minutes.
 */
export function visitorOf(
  request: FastifyRequest,
  nowMs: number,
  hash: KeyedHash,
  browser: BrowserSession = noBrowser,
): Visitor {
  const agent = request.headers['user-agent'] ?? ''
  const keyOf = (purpose: string, ...parts: string[]): string =>
    hash(purpose, chinaDay(nowMs / 1000), ...parts)
      .toString('base64url')
      .slice(0, 22)
  return {
    address: request.ip,
    agent,
    browser,
    // Lazy, because few calls need them.
    get dayKey() {
      return keyOf('visitor', request.ip, agent)
    },
    get requestOrigin() {
      return originOf(request, '')
    },
    get networkKey() {
      const network = subscriberOf(request.ip)
      return network === null ? null : keyOf('network', network)
    },
  }
}
