import { nowSec } from '../../platform/process/clock.ts'
import { RefusalError } from '../../platform/http/refusal-error.ts'
import type { AccountsParts } from './accounts-needs.ts'
import type { Bucket } from './throttle/throttle-store.ts'

/** A captcha and its answer, as sent by the page; both empty for none. */
export interface CaptchaAnswer {
  captcha_id: string
  captcha: string
}

/** An attempt that was let pass. */
interface Passed {
  /** Whether a captcha was demanded, and solved. */
  isSolved: boolean
  /** Seconds to wait, as of `ThrottleStore.attempt`. */
  waitSec: number
}

/** Demands a captcha of those who failed or acted often. */
export interface CaptchaGate {
  /** Whether the rule of one of the buckets demands a captcha for the next attempt. */
  isNeeded(buckets: readonly Bucket[]): Promise<boolean>
  /**
   * Counts an attempt in the buckets, and checks its captcha first if they demand one; otherwise a sent one is not looked
   * at. Refuses with CaptchaNeeded, CaptchaWrong or CaptchaByPicture, and then counts nothing.
   */
  attempt(buckets: readonly Bucket[], answer: CaptchaAnswer, address: string): Promise<Passed>
  /** The same, but an attempt with a solved captcha is not counted. */
  attemptOrSolve(buckets: readonly Bucket[], answer: CaptchaAnswer, address: string): Promise<Passed>
}

export function createCaptchaGate({
  captcha,
  clock,
  throttle,
}: Pick<AccountsParts, 'captcha' | 'clock' | 'throttle'>): CaptchaGate {
  const attemptOrSolve: CaptchaGate['attemptOrSolve'] = async (
    buckets,
    { captcha_id: id, captcha: answer },
    address,
  ) => {
    const waitSec = await throttle.attemptWithoutCaptcha(buckets, nowSec(clock))
    if (waitSec !== 'captchaNeeded') return { isSolved: false, waitSec }
    if (id === '' || answer.trim() === '') throw new RefusalError('CaptchaNeeded')
    if (!(await captcha.check(id, answer, address))) throw new RefusalError('CaptchaWrong')
    return { isSolved: true, waitSec: 0 }
  }
  return {
    isNeeded: (buckets) => throttle.needsCaptcha(buckets, nowSec(clock)),
    async attempt(buckets, answer, address) {
      const passed = await attemptOrSolve(buckets, answer, address)
      return passed.isSolved ? { ...passed, waitSec: await throttle.attempt(buckets, nowSec(clock)) } : passed
    },
    attemptOrSolve,
  }
}
