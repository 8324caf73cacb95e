import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import { LRUCache } from 'lru-cache'
import { networkOf, subscriberOf, subscribersPerNetwork } from './network.ts'
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

/** What an address consumes points of, with how many times the points of a limit it has. */
interface LimitedKey {
  key: string
  multiple: number
}

/** None for an address that is not limited. All subscribers of an IPv6 network consume the network's points too. */
function limitedKeysOf(address: string): LimitedKey[] {
  const subscriber = subscriberOf(address)
  if (subscriber === null) return []
  const keys = [{ key: subscriber, multiple: 1 }]
  if (subscriber.includes(':')) keys.push({ key: networkOf(address), multiple: subscribersPerNetwork })
  return keys
}

export function createRateLimits(): RateLimits {
  const limiters = new Map<string, RateLimiterMemory>()
  const limiterOf = (name: string, { points, perSec }: RateLimit, multiple: number): RateLimiterMemory => {
    const key = `${name} ${multiple}`
    const limiter = limiters.get(key) ?? new RateLimiterMemory({ points: points * multiple, duration: perSec })
    limiters.set(key, limiter)
    return limiter
  }
  const known = new LRUCache<string, LimitedKey[]>({ max: 50_000 })
  const keysOf = (address: string): LimitedKey[] => {
    const keys = known.get(address) ?? limitedKeysOf(address)
    known.set(address, keys)
    return keys
  }
  return {
    counts: (address) => keysOf(address).length > 0,
    async consume(name, address, limit) {
      try {
        // The network last: what one subscriber is refused takes nothing from the others.
        for (const { key, multiple } of keysOf(address)) await limiterOf(name, limit, multiple).consume(key)
      } catch (err) {
        if (!(err instanceof RateLimiterRes)) throw err
        throw new RefusalError('TooManyRequests', { retryAfterSec: Math.ceil(err.msBeforeNext / 1000) })
      }
    },
  }
}
