import { createValueCache, type ValueCache } from '../../platform/caching/value-cache.ts'
import { isRefusedToOne, isUnavailable, logFailedRefresh } from '../../platform/http/failures.ts'
import type { MatchesPlatform } from './matches-needs.ts'

const maxBytes = 16 * 1024 * 1024
/** Numbers of viewers are as old as this; other changes are shown at once, or in lists after two seconds. */
const maxAgeMs = 15_000

/**
 * A cache of what is the same for everybody. Pages of signed-in viewers read the same calls again and again; only what
 * they follow, subscribed to and voted for is their own.
 */
export const createSharedValues = <Value>({ changes, clock, log }: MatchesPlatform): ValueCache<Value> =>
  createValueCache<Value>({
    changes,
    nowMs: clock.nowMs,
    maxBytes,
    maxAgeMs,
    // Objects take about three times the size of their JSON, and each character up to two bytes.
    bytesOf: (value) => 4 * JSON.stringify(value).length,
    isUnavailable,
    isRefusedToOne,
    onFailedRefresh: logFailedRefresh(log),
  })
