import { accountBounds } from '@yunmu/contract'
import { randomInt } from 'node:crypto'
import * as z from 'zod/mini'
import { nowSec } from '../../../platform/process/clock.ts'
import { defineJob } from '../../../platform/jobs/jobs.ts'
import type { Visitor } from '../../../platform/calls/mount-call.ts'
import { RefusalError } from '../../../platform/http/refusal-error.ts'
import { codeLifetimeSec, codeRules } from '../accounts-rules.ts'
import type { AccountsParts } from '../accounts-needs.ts'
import { forgetMail, alreadyRegisteredMail, registerMail } from '../account-mails.ts'
import type { CodeTarget } from './code-store.ts'
import { addressBuckets } from '../throttle/throttle-buckets.ts'

const makeCode = defineJob(
  'accounts.makeCode',
  z.object({ purpose: z.enum(['register', 'forget']), email: z.string() }),
)

/** A mail that is some minutes late is useless. */
const maxAttempts = 5

/** Codes sent by e-mail. They prove that the user reads that address. */
export interface Codes {
  /**
   * Requests a code after a solved captcha. Only a job looks up whether the address is registered, so that neither the
   * reply nor its time tells. Refuses with CaptchaWrong or CodeTooSoon. Returns the seconds until the next code may be
   * requested.
   */
  request(target: CodeTarget, answer: CaptchaAnswer, visitor: Visitor): Promise<number>
  /**
   * Checks the captcha of a form that submits a code: a new one passes, and so does, once, the one that the code was
   * requested with. Refuses with CaptchaWrong.
   */
  checkCaptcha(target: CodeTarget, answer: CaptchaAnswer, visitor: Visitor): Promise<void>
  /** The stored form of a code. */
  hashOf(target: CodeTarget, code: string): Buffer
}

/** A captcha and its answer, as sent by the page. */
interface CaptchaAnswer {
  captcha_id: string
  captcha: string
}

type CodesNeeds = Pick<AccountsParts, 'captcha' | 'clock' | 'jobs' | 'hash' | 'mailer'> &
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
      // Before the address is recorded: a refused client must not use up the address's code of this minute.
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
