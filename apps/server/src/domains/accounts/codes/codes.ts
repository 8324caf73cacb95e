import { accountBounds } from '@yunmu/contract'
import { randomInt } from 'node:crypto'
import * as z from 'zod/mini'
import { nowSec } from '../../../platform/process/clock.ts'
import { defineJob } from '../../../platform/jobs/jobs.ts'
import type { Visitor } from '../../../platform/calls/mount-call.ts'
import { RefusalError } from '../../../platform/http/refusal-error.ts'
import { codeLifetimeSec, codeRules, formRules } from '../accounts-rules.ts'
import type { AccountsParts } from '../accounts-needs.ts'
import type { CaptchaAnswer } from '../captcha-gate.ts'
import { forgetMail, alreadyRegisteredMail, registerMail } from '../account-mails.ts'
import type { CodeTarget } from './code-store.ts'
import { addressBuckets } from '../throttle/throttle-buckets.ts'
import type { ThrottleRule } from '../throttle/throttle-rules.ts'
import type { Bucket } from '../throttle/throttle-store.ts'

const makeCode = defineJob(
  'accounts.makeCode',
  z.object({ purpose: z.enum(['register', 'forget']), email: z.string() }),
)

/** The trace of a request that needed no captcha. */
const noCaptcha: CaptchaAnswer = { captcha_id: '', captcha: '' }

/** A mail that is some minutes late is useless. */
const maxAttempts = 5

/** Codes sent by e-mail. They prove that the user reads that address. */
export interface Codes {
  /** Whether the forms of this purpose need a captcha now, for the next code or for what submits it. */
  needCaptcha(target: CodeTarget, address: string): Promise<boolean>
  /**
   * Requests a code, in a burst after a captcha. Only a job looks up whether the address is registered, so that neither
   * the reply nor its time tells. Refuses with CaptchaNeeded, CaptchaWrong or CodeTooSoon. Returns the seconds until the
   * next code may be requested.
   */
  request(target: CodeTarget, answer: CaptchaAnswer, visitor: Visitor): Promise<number>
  /**
   * Runs what a form that submits a code asks for, and counts it if it is refused. Each code permits one form without
   * another captcha than that it was requested with, if any; further ones need one after several refusals. Refuses with
   * CaptchaNeeded or CaptchaWrong.
   */
  submit<Result>(
    target: CodeTarget,
    answer: CaptchaAnswer,
    visitor: Visitor,
    run: () => Promise<Result>,
  ): Promise<Result>
  /** The stored form of a code. */
  hashOf(target: CodeTarget, code: string): Buffer
}

type CodesNeeds = Pick<AccountsParts, 'captcha' | 'captchaGate' | 'clock' | 'jobs' | 'hash' | 'mailer'> &
  Pick<AccountsParts, 'users' | 'codeStore' | 'throttle'>

/** The buckets of an e-mail address, and of a client's address and network. */
function bucketsOf(
  action: string,
  { purpose, email }: CodeTarget,
  address: string,
  rules: Record<'account' | 'address' | 'network', ThrottleRule>,
): Bucket[] {
  // A form that is still empty has no e-mail address: only the client counts.
  const own = email === '' ? [] : [{ key: `${action} ${purpose} ${email}`, rule: rules.account }]
  return [...own, ...addressBuckets(action, address, rules)]
}

const requestBuckets = (target: CodeTarget, address: string): Bucket[] => bucketsOf('code', target, address, codeRules)
const formBuckets = (target: CodeTarget, address: string): Bucket[] => bucketsOf('form', target, address, formRules)

export function createCodes(parts: CodesNeeds): Codes {
  const { captcha, captchaGate, clock, jobs, hash, mailer, users, codeStore, throttle } = parts
  const hashOf = ({ purpose, email }: CodeTarget, code: string): Buffer =>
    hash('code', purpose, email, code.normalize('NFKC').trim())

  /** What identifies the captcha of a request, so that it permits one form from the same network. */
  const traceOf = ({ captcha_id: id, captcha: answer }: CaptchaAnswer, address: string): Buffer =>
    captcha.fingerprint(id, answer, address)

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
    needCaptcha: (target, address) =>
      captchaGate.isNeeded([...requestBuckets(target, address), ...formBuckets(target, address)]),

    async submit(target, answer, { address }, run) {
      const traces = [traceOf(answer, address), traceOf(noCaptcha, address)]
      if (await codeStore.consumeCaptcha(target, traces, nowSec(clock) - codeLifetimeSec)) return run()
      const buckets = formBuckets(target, address)
      // Counted before it runs, so that concurrent forms are counted like sequential ones. A solved captcha pays for the
      // attempt, so that nobody's share of captchas grows by solving them.
      const { isSolved } = await captchaGate.attemptOrSolve(buckets, answer, address)
      const result = await run()
      if (!isSolved) await throttle.refund(buckets)
      return result
    },

    async request(target, answer, { address }) {
      const buckets = requestBuckets(target, address)
      const refuseFor = (sec: number): void => {
        if (sec > 0) throw new RefusalError('CodeTooSoon', { retryAfterSec: sec, detail: { retryAfterSec: sec } })
      }
      // Before the address is recorded: a refused client must not use up the address's code of this minute.
      const { isSolved, waitSec } = await captchaGate.attempt(buckets, answer, address)
      refuseFor(waitSec)
      const trace = traceOf(isSolved ? answer : noCaptcha, address)
      const pauseSec = await codeStore.request(target, trace, nowSec(clock), accountBounds.codePauseSec)
      if (pauseSec > 0) await throttle.refund(buckets)
      refuseFor(pauseSec)
      await jobs.enqueue(makeCode, target, { maxAttempts })
      return accountBounds.codePauseSec
    },
  }
}
