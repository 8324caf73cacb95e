import { accountBounds } from '@yunmu/contract'
import { randomInt } from 'node:crypto'
import * as z from 'zod/mini'
import { nowSec } from '../../platform/process/clock.ts'
import { defineJob } from '../../platform/jobs/jobs.ts'
import type { Visitor } from '../../platform/calls/mount-call.ts'
import { RefusalError } from '../../platform/http/refusal-error.ts'
import { codeLifetimeSec, codeRules } from './accounts-rules.ts'
import type { AccountsNeeds, AccountsParts } from './accounts-needs.ts'
import { forgetMail, knownMail, registerMail } from './account-mails.ts'
import type { CodePlace } from './code-store.ts'
import { placePurses } from './purses.ts'

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
  ask(place: CodePlace, picture: ReadPicture, visitor: Visitor): Promise<number>
  /**
   * Whether a picture lets somebody bring a code: a fresh one does, and so does, once, the one that the code was sent
   * for. Refuses with CaptchaWrong.
   */
  passPicture(place: CodePlace, picture: ReadPicture, visitor: Visitor): Promise<void>
  /** What is kept of a code. */
  hashOf(place: CodePlace, code: string): Buffer
}

/** A picture's answer, as it is sent. */
interface ReadPicture {
  captcha_id: string
  captcha: string
}

type CodesNeeds = Pick<AccountsNeeds, 'captcha' | 'clock' | 'jobs' | 'hash' | 'post'> &
  Pick<AccountsParts, 'users' | 'codeStore' | 'throttle'>

export function createCodes({ captcha, clock, jobs, hash, post, users, codeStore, throttle }: CodesNeeds): Codes {
  const hashOf = ({ purpose, email }: CodePlace, code: string): Buffer =>
    hash('code', purpose, email, code.normalize('NFKC').trim())

  jobs.handle(makeCode, async (place) => {
    const known = (await users.byEmail(place.email)) !== null
    if (place.purpose === 'forget' && !known) return
    if (place.purpose === 'register' && known) return post.send(knownMail(place.email))
    const code = String(randomInt(10 ** accountBounds.codeLength)).padStart(accountBounds.codeLength, '0')
    await codeStore.put(place, { hash: hashOf(place, code), expiresAt: nowSec(clock) + codeLifetimeSec })
    await post.send(place.purpose === 'register' ? registerMail(place.email, code) : forgetMail(place.email, code))
  })

  return {
    hashOf,
    async passPicture(place, { captcha_id: id, captcha: answer }, { address }) {
      const sinceSec = nowSec(clock) - codeLifetimeSec
      if (await codeStore.spendPicture(place, captcha.trace(id, answer, address), sinceSec)) return
      if (!(await captcha.check(id, answer, address))) throw new RefusalError('CaptchaWrong')
    },
    async ask(place, { captcha_id: id, captcha: answer }, { address }) {
      if (!(await captcha.check(id, answer, address))) throw new RefusalError('CaptchaWrong')
      const now = nowSec(clock)
      const refuseUntil = (waitSec: number): void => {
        if (waitSec === 0) return
        throw new RefusalError('CodeTooSoon', { retryAfterSec: waitSec, detail: { retryAfterSec: waitSec } })
      }
      const account = { key: `code ${place.purpose} ${place.email}`, rule: codeRules.account }
      const purses = [account, ...placePurses('code', address, codeRules)]
      // Whoever is refused here must not burn the minute of the address that was named.
      refuseUntil(await throttle.attempt(purses, now))
      const pauseSec = await codeStore.ask(place, captcha.trace(id, answer, address), now, accountBounds.codePauseSec)
      if (pauseSec > 0) await throttle.giveBack(purses)
      refuseUntil(pauseSec)
      await jobs.enqueue(makeCode, place, { maxAttempts })
      return accountBounds.codePauseSec
    },
  }
}
