import { RateLimiterRes } from 'rate-limiter-flexible'
import { LRUCache } from 'lru-cache'
import { networkOf, subscriberOf, subscribersPerNetwork } from './network.ts'
import { RefusalError } from './refusal-error.ts'
import { createLimiters, type StationCounts } from './station-counts.ts'

/** How many points an address may consume in a span of seconds. */
export interface RateLimit {
  points: number
  perSec: number
}

export interface RateLimits {
  /** False for an address that is never limited. */
  isLimited(address: string): boolean
  /** Refuses with TooManyRequests when the address has consumed its points under this name. */
  consume(name: string, address: string, limit: RateLimit): Promise<void>
  /** The same for somebody who is known by a key instead of an address, a program with a token for example. */
  consumeKey(name: string, key: string, limit: RateLimit): Promise<void>
}

/** The limits of calls that do not state their own. */
export const defaultLimits = {
  call: { points: 600, perSec: 60 },
  page: { points: 240, perSec: 60 },
  /** Replies and pages together that were not cached, in one bucket, so that new addresses do not bypass the limit. */
  uncached: { points: 600, perSec: 60 },
  notFound: { points: 60, perSec: 60 },
} as const satisfies Record<string, RateLimit>

/** A key that points are consumed from, and the multiple of the limit that it has. */
interface LimitedKey {
  key: string
  multiple: number
}

/** Empty for an address that is not limited. All subscribers of an IPv6 network also consume the network's points. */
function limitedKeysOf(address: string): LimitedKey[] {
  const subscriber = subscriberOf(address)
  if (subscriber === null) return []
  const keys = [{ key: subscriber, multiple: 1 }]
  if (subscriber.includes(':')) keys.push({ key: networkOf(address), multiple: subscribersPerNetwork })
  return keys
}

/** @param station counts points over all workers; absent where this process serves alone */
export function createRateLimits(station?: StationCounts): RateLimits {
  const limiters = createLimiters()
  station?.onExhausted((limit, key, waitSec) => void limiters.of(limit).block(key, waitSec))
  const keyCache = new LRUCache<string, LimitedKey[]>({ max: 50_000 })
  const keysOf = (address: string): LimitedKey[] => {
    const keys = keyCache.get(address) ?? limitedKeysOf(address)
    keyCache.set(address, keys)
    return keys
  }
  const consumeAll = async (
    name: string,
    keys: readonly LimitedKey[],
    { points, perSec }: RateLimit,
  ): Promise<void> => {
    try {
      // The network last, so that refused requests of one subscriber consume nothing of the others' points.
      for (const { key, multiple } of keys) {
        const limit = { name, points: points * multiple, perSec }
        await limiters.of(limit).consume(key)
        station?.add(limit, key)
      }
    } catch (err) {
      if (!(err instanceof RateLimiterRes)) throw err
      throw new RefusalError('TooManyRequests', { retryAfterSec: Math.ceil(err.msBeforeNext / 1000) })
    }
  }
  return {
    consume: (name, address, limit) => consumeAll(name, keysOf(address), limit),
    consumeKey: (name, key, limit) => consumeAll(name, [{ key, multiple: 1 }], limit),
    isLimited: (address) => keysOf(address).length > 0,
  }
}
