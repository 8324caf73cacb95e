import { realtimeBounds } from '@yunmu/contract'

const refillMs = 10_000

/** Token bucket of the frames that a page may send. */
export interface FrameBucket {
  tokens: number
  /** By the clock passed to `consume`. */
  fullAtMs: number
}

export const fullBucket = (nowMs: number): FrameBucket => ({
  tokens: realtimeBounds.framesPer10Sec,
  fullAtMs: nowMs + refillMs,
})

/** Consumes tokens. Null if too few are left. */
export function consume(bucket: FrameBucket, nowMs: number, cost = 1): FrameBucket | null {
  const { tokens, fullAtMs } = nowMs >= bucket.fullAtMs ? fullBucket(nowMs) : bucket
  return tokens < cost ? null : { tokens: tokens - cost, fullAtMs }
}
