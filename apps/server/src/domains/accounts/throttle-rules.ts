/**
 * How attempts are counted in one purse: so many are free, then each is followed by a wait that doubles. What was counted
 * is forgiven with time, one attempt after the other, so that a purse which many share never stays empty.
 */
export interface ThrottleRule {
  free: number
  firstSec: number
  mostSec: number
  /** One attempt is forgiven in so many seconds. */
  forgiveSec: number
}

/** What is kept of a purse, in Unix seconds: when all will be forgiven, and until when it is closed. */
export interface PurseState {
  clearAt: number
  blockedUntil: number
}

/** Attempts that are not forgiven yet. One that is half forgiven counts. */
export const failuresOf = ({ clearAt }: PurseState, { forgiveSec }: ThrottleRule, nowSec: number): number =>
  Math.max(0, Math.ceil((clearAt - nowSec) / forgiveSec))

/** The purse after one more attempt; a purse that is closed is not to be asked. */
export function spend({ clearAt }: PurseState, rule: ThrottleRule, nowSec: number): PurseState {
  const spent = { clearAt: Math.max(clearAt, nowSec) + rule.forgiveSec, blockedUntil: 0 }
  const beyond = failuresOf(spent, rule, nowSec) - rule.free
  if (beyond < 0) return spent
  return { ...spent, blockedUntil: nowSec + Math.min(rule.mostSec, rule.firstSec * 2 ** beyond) }
}

/**
 * The purse as if an attempt had not been. It opens: once it is closed nobody spends from it, so whoever gives back at
 * that moment either closed it or began before it closed.
 */
export const takeBack = ({ clearAt }: PurseState, { forgiveSec }: ThrottleRule): PurseState => ({
  clearAt: clearAt - forgiveSec,
  blockedUntil: 0,
})
