/**
 * How attempts are counted in one bucket: `freeAttempts` are free, then each is followed by a wait that doubles. Used
 * attempts are refilled over time, one after the other, so that a bucket shared by many users does not stay empty.
 */
export interface ThrottleRule {
  freeAttempts: number
  firstWaitSec: number
  maxWaitSec: number
  /** One attempt is refilled every so many seconds. */
  refillSec: number
  /** From how many used attempts on a captcha is demanded; absent if none ever is. */
  captchaAfter?: number
}

/** State of a bucket, Unix seconds: when it will be full again, and until when it is blocked. */
export interface BucketState {
  clearAt: number
  blockedUntil: number
}

/** Attempts that are not refilled yet, rounded up. */
export const usedAttempts = ({ clearAt }: BucketState, { refillSec }: ThrottleRule, nowSec: number): number =>
  Math.max(0, Math.ceil((clearAt - nowSec) / refillSec))

/** Whether the next attempt needs a captcha. */
export const needsCaptcha = (state: BucketState, rule: ThrottleRule, nowSec: number): boolean =>
  rule.captchaAfter !== undefined && usedAttempts(state, rule, nowSec) >= rule.captchaAfter

/** The bucket after one more attempt. Must not be called while it is blocked. */
export function consume({ clearAt }: BucketState, rule: ThrottleRule, nowSec: number): BucketState {
  const next = { clearAt: Math.max(clearAt, nowSec) + rule.refillSec, blockedUntil: 0 }
  const beyond = usedAttempts(next, rule, nowSec) - rule.freeAttempts
  if (beyond < 0) return next
  return { ...next, blockedUntil: nowSec + Math.min(rule.maxWaitSec, rule.firstWaitSec * 2 ** beyond) }
}

/**
 * The bucket without its last attempt. It is unblocked: a blocked bucket counts no attempt, so the attempt that is
 * refunded either caused the block or began before it.
 */
export const refund = ({ clearAt }: BucketState, { refillSec }: ThrottleRule): BucketState => ({
  clearAt: clearAt - refillSec,
  blockedUntil: 0,
})
