import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import ipaddr from 'ipaddr.js'
import { LRUCache } from 'lru-cache'
import { RefusalError } from './refusal-error.ts'

/** How many points an address may spend in a span of seconds. */
export interface RateLimit {
  points: number
  perSec: number
}

export interface RateLimits {
  /** False for an address that is never limited. */
  counts(address: string): boolean
  /** Refuses with TooManyRequests when the address has spent its points under this name. */
  consume(name: string, address: string, limit: RateLimit): Promise<void>
}

/** The limits that hold unless a call states its own. */
export const defaultLimits = {
  call: { points: 600, perSec: 60 },
  page: { points: 240, perSec: 60 },
  /** Replies and pages together that were not kept: one purse, so that nobody goes round by asking for ever new ones. */
  made: { points: 600, perSec: 60 },
  lost: { points: 60, perSec: 60 },
} as const satisfies Record<string, RateLimit>

/**
 * Who counts as one: an IPv4 address, or the /64 network that one IPv6 subscriber is given. Null for this machine itself,
 * which is not limited: a proxy beside us names the visitor through TRUSTED_PROXIES.
 */
export function limitKey(address: string): string | null {
  if (!ipaddr.isValid(address)) return 'unknown'
  const parsed = ipaddr.process(address)
  if (parsed.range() === 'loopback') return null
  if (parsed instanceof ipaddr.IPv6) return ipaddr.IPv6.networkAddressFromCIDR(`${parsed.toString()}/64`).toString()
  return parsed.toString()
}

export function createRateLimits(): RateLimits {
  const limiters = new Map<string, RateLimiterMemory>()
  const limiterOf = (name: string, { points, perSec }: RateLimit): RateLimiterMemory => {
    const limiter = limiters.get(name) ?? new RateLimiterMemory({ points, duration: perSec })
    limiters.set(name, limiter)
    return limiter
  }
  const keys = new LRUCache<string, { key: string | null }>({ max: 50_000 })
  const keyOf = (address: string): string | null => {
    const known = keys.get(address)
    if (known) return known.key
    const key = limitKey(address)
    keys.set(address, { key })
    return key
  }
  return {
    counts: (address) => keyOf(address) !== null,
    async consume(name, address, limit) {
      const key = keyOf(address)
      if (key === null) return
      try {
        await limiterOf(name, limit).consume(key)
      } catch (err) {
        if (!(err instanceof RateLimiterRes)) throw err
        throw new RefusalError('TooManyRequests', { retryAfterSec: Math.ceil(err.msBeforeNext / 1000) })
      }
    },
  }
}
