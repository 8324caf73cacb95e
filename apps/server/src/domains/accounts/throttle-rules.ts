/**
 * How attempts are counted in one purse: so many are free, then each is followed by a wait that doubles. What was counted
 * is forgiven with time, one attempt after the other, so that a purse which many share never stays empty.
 */
export interface ThrottleRule {
  freeAttempts: number
  firstWaitSec: number
  maxWaitSec: number
  /** One attempt is forgiven in so many seconds. */
  refillSec: number
}

/** What is kept of a purse, in Unix seconds: when all will be forgiven, and until when it is closed. */
export interface BucketState {
  clearAt: number
  blockedUntil: number
}

/** Attempts that are not forgiven yet. One that is half forgiven counts. */
export const usedAttempts = ({ clearAt }: BucketState, { refillSec }: ThrottleRule, nowSec: number): number =>
  Math.max(0, Math.ceil((clearAt - nowSec) / refillSec))

/** The purse after one more attempt; a purse that is closed is not to be asked. */
export function consume({ clearAt }: BucketState, rule: ThrottleRule, nowSec: number): BucketState {
  const next = { clearAt: Math.max(clearAt, nowSec) + rule.refillSec, blockedUntil: 0 }
  const beyond = usedAttempts(next, rule, nowSec) - rule.freeAttempts
  if (beyond < 0) return next
  return { ...next, blockedUntil: nowSec + Math.min(rule.maxWaitSec, rule.firstWaitSec * 2 ** beyond) }
}

/**
 * The purse as if an attempt had not been. It opens: once it is closed nobody spends from it, so whoever gives back at
 * that moment either closed it or began before it closed.
 */
export const refund = ({ clearAt }: BucketState, { refillSec }: ThrottleRule): BucketState => ({
  clearAt: clearAt - refillSec,
  blockedUntil: 0,
})
