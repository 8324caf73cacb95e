import { accountBounds } from '@yunmu/contract'
import type { Kysely } from 'kysely'
import { randomBytes, randomInt as cryptoRandomInt } from 'node:crypto'
import { nowSec, type Clock } from '../../platform/process/clock.ts'
import type { KeyedHash } from '../../platform/process/keyed-hash.ts'
import type { CallBook } from '../../platform/calls/mount-call.ts'
import { networkOf } from '../../platform/http/network.ts'
import { mountCaptcha } from './calls/captcha.ts'
import { answerHash, fingerprintHash } from './captcha-hash.ts'
import { captchaText, drawCaptcha, type RandomInt } from './captcha-picture.ts'
import { createCaptchaStore } from './captcha-store.ts'
import type { CaptchaTables } from './captcha-tables.ts'

const lifetimeSec = 300

export interface CaptchaNeeds {
  clock: Clock
  hash: KeyedHash
  /** Where chance comes from; absent is the system's own. */
  randomInt?: RandomInt
}

/** Pictures that tell people from programs. */
export interface Captcha {
  /** A new picture for who asks from this address: five minutes, three tries, one right answer. */
  create(address: string): Promise<{ captchaId: string; png: Buffer }>
  /** True once, for the right answer from the network that asked. */
  check(id: string, answer: string, address: string): Promise<boolean>
  /** By what a picture that was read can be known again: the same for the same answer from the same network. */
  fingerprint(id: string, answer: string, address: string): Buffer
  removeExpired(): Promise<void>
  mount(book: CallBook): void
}

export function createCaptcha(
  db: Kysely<CaptchaTables>,
  { clock, hash, randomInt = cryptoRandomInt }: CaptchaNeeds,
): Captcha {
  const store = createCaptchaStore(db)
  const captcha: Captcha = {
    async create(address) {
      const captchaId = randomBytes(16).toString('base64url')
      const text = captchaText(accountBounds.captchaLength, randomInt)
      await store.add({
        id: captchaId,
        answerHash: answerHash(hash, captchaId, text),
        network: networkOf(address),
        expiresAt: nowSec(clock) + lifetimeSec,
      })
      return { captchaId, png: await drawCaptcha(text, randomInt) }
    },
    check: (id, answer, address) =>
      store.consume({
        id,
        answerHash: answerHash(hash, id, answer),
        network: networkOf(address),
        nowSec: nowSec(clock),
      }),
    fingerprint: (id, answer, address) => fingerprintHash(hash, id, answer, networkOf(address)),
    removeExpired: () => store.removeExpired(nowSec(clock)),
    mount: (book) => mountCaptcha(book, captcha),
  }
  return captcha
}

export { answerHash }
export type { CaptchaTables }
