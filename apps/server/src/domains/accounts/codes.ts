import { accountBounds } from '@yunmu/contract'
import { randomInt } from 'node:crypto'
import * as z from 'zod/mini'
import { nowSec } from '../../platform/process/clock.ts'
import { defineJob } from '../../platform/jobs/jobs.ts'
import type { Visitor } from '../../platform/calls/mount-call.ts'
import { RefusalError } from '../../platform/http/refusal-error.ts'
import { codeLifetimeSec, codeRules } from './accounts-rules.ts'
import type { AccountsNeeds, AccountsParts } from './accounts-needs.ts'
import { forgetMail, alreadyRegisteredMail, registerMail } from './account-mails.ts'
import type { CodeTarget } from './code-store.ts'
import { addressBuckets } from './throttle-buckets.ts'

const makeCode = defineJob(
  'accounts.makeCode',
  z.object({ purpose: z.enum(['register', 'forget']), email: z.string() }),
)

/** A mail that is not made within some minutes is of no use. */
const maxAttempts = 5

/** Codes that are sent by e-mail and prove that somebody reads there. */
export interface Codes {
  /**
   * Has a code sent for a picture that was read, where there is reason to. Whether the address is known is not even
   * looked at here but by a job, so that neither the answer nor its time can tell. Refuses with CaptchaWrong or
   * CodeTooSoon; returns after how many seconds another may be asked for.
   */
  request(target: CodeTarget, answer: CaptchaAnswer, visitor: Visitor): Promise<number>
  /**
   * Whether a picture lets somebody bring a code: a fresh one does, and so does, once, the one that the code was sent
   * for. Refuses with CaptchaWrong.
   */
  checkCaptcha(target: CodeTarget, answer: CaptchaAnswer, visitor: Visitor): Promise<void>
  /** What is kept of a code. */
  hashOf(target: CodeTarget, code: string): Buffer
}

/** A picture's answer, as it is sent. */
interface CaptchaAnswer {
  captcha_id: string
  captcha: string
}

type CodesNeeds = Pick<AccountsNeeds, 'captcha' | 'clock' | 'jobs' | 'hash' | 'mailer'> &
  Pick<AccountsParts, 'users' | 'codeStore' | 'throttle'>

export function createCodes({ captcha, clock, jobs, hash, mailer, users, codeStore, throttle }: CodesNeeds): Codes {
  const hashOf = ({ purpose, email }: CodeTarget, code: string): Buffer =>
    hash('code', purpose, email, code.normalize('NFKC').trim())

  jobs.handle(makeCode, async (target) => {
    const isRegistered = (await users.byEmail(target.email)) !== null
    if (target.purpose === 'forget' && !isRegistered) return
    if (target.purpose === 'register' && isRegistered) return mailer.send(alreadyRegisteredMail(target.email))
    const code = String(randomInt(10 ** accountBounds.codeLength)).padStart(accountBounds.codeLength, '0')
    await codeStore.save(target, { hash: hashOf(target, code), expiresAt: nowSec(clock) + codeLifetimeSec })
    await mailer.send(target.purpose === 'register' ? registerMail(target.email, code) : forgetMail(target.email, code))
  })

  return {
    hashOf,
    async checkCaptcha(target, { captcha_id: id, captcha: answer }, { address }) {
      const sinceSec = nowSec(clock) - codeLifetimeSec
      if (await codeStore.consumeCaptcha(target, captcha.fingerprint(id, answer, address), sinceSec)) return
      if (!(await captcha.check(id, answer, address))) throw new RefusalError('CaptchaWrong')
    },
    async request(target, { captcha_id: id, captcha: answer }, { address }) {
      if (!(await captcha.check(id, answer, address))) throw new RefusalError('CaptchaWrong')
      const now = nowSec(clock)
      const refuseUntil = (waitSec: number): void => {
        if (waitSec === 0) return
        throw new RefusalError('CodeTooSoon', { retryAfterSec: waitSec, detail: { retryAfterSec: waitSec } })
      }
      const account = { key: `code ${target.purpose} ${target.email}`, rule: codeRules.account }
      const buckets = [account, ...addressBuckets('code', address, codeRules)]
      // Whoever is refused here must not burn the minute of the address that was named.
      refuseUntil(await throttle.attempt(buckets, now))
      const pauseSec = await codeStore.request(
        target,
        captcha.fingerprint(id, answer, address),
        now,
        accountBounds.codePauseSec,
      )
      if (pauseSec > 0) await throttle.refund(buckets)
      refuseUntil(pauseSec)
      await jobs.enqueue(makeCode, target, { maxAttempts })
      return accountBounds.codePauseSec
    },
  }
}
