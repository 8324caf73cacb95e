import { nowSec } from '../../platform/process/clock.ts'
import { RefusalError } from '../../platform/http/refusal-error.ts'
import type { AccountsParts } from './accounts-needs.ts'
import type { Bucket } from './throttle/throttle-store.ts'

/** A captcha and its answer, as sent by the page; both empty for none. */
export interface CaptchaAnswer {
  captcha_id: string
  captcha: string
}

/** Demands a captcha of those who failed or acted often. */
export interface CaptchaGate {
  /** Whether the rule of one of the buckets demands a captcha for the next attempt. */
  isNeeded(buckets: readonly Bucket[]): Promise<boolean>
  /**
   * Checks the captcha of an attempt if the buckets demand one; otherwise a sent one is not looked at. Refuses with
   * CaptchaNeeded or CaptchaWrong. Returns whether one was demanded, and solved.
   */
  pass(buckets: readonly Bucket[], answer: CaptchaAnswer, address: string): Promise<boolean>
}

export function createCaptchaGate({
  captcha,
  clock,
  throttle,
}: Pick<AccountsParts, 'captcha' | 'clock' | 'throttle'>): CaptchaGate {
  const isNeeded: CaptchaGate['isNeeded'] = (buckets) => throttle.needsCaptcha(buckets, nowSec(clock))
  return {
    isNeeded,
    async pass(buckets, { captcha_id: id, captcha: answer }, address) {
      if (!(await isNeeded(buckets))) return false
      if (id === '' || answer.trim() === '') throw new RefusalError('CaptchaNeeded')
      if (!(await captcha.check(id, answer, address))) throw new RefusalError('CaptchaWrong')
      return true
    },
  }
}
