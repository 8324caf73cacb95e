import { accountBounds } from '@yunmu/contract'
import { isProof, isRightProof } from '@yunmu/contract/captcha-proof'
import { randomBytes, randomInt as cryptoRandomInt } from 'node:crypto'
import { nowSec } from '../../platform/process/clock.ts'
import { createKeyedHash, type KeyedHash } from '../../platform/process/keyed-hash.ts'
import type { Platform } from '../../platform/platform.ts'
import type { DomainModule } from '../../platform/domain-module.ts'
import { isCounted, networkOf } from '../../platform/http/network.ts'
import type { RateLimit } from '../../platform/http/rate-limits.ts'
import { RefusalError } from '../../platform/http/refusal-error.ts'
import { createStationLimit } from '../../platform/http/station-limit.ts'
import { captchaText, drawCaptcha, type RandomInt } from './captcha-picture.ts'
import { createCaptchaStore } from './captcha-store.ts'
import type { CaptchaTables } from './captcha-tables.ts'

const lifetimeSec = 300

/**
 * Right proofs of one network. They are for the few who cannot read pictures; a program computes one in a twentieth of
 * a second.
 */
const defaultProofLimit: RateLimit = { points: 20, perSec: 600 }

export interface CaptchaNeeds {
  /** Replaced in tests; defaults to `node:crypto`. */
  randomInt?: RandomInt
  /** Replaced in tests, because proofs take long. */
  proofLimit?: RateLimit
}

export interface IssuedCaptcha {
  captchaId: string
  /** A PNG data URL. */
  picPath: string
}

/** Pictures that people can read, or proofs of work: what makes acting in masses expensive. */
export interface Captcha {
  /** A new picture for a client at this address: valid for five minutes, three tries, one right answer. */
  create(address: string): Promise<IssuedCaptcha>
  /**
   * True for the right answer, or a proof of work, from the network that requested it. Each captcha passes once. Refuses
   * with CaptchaByPicture if the network has sent too many proofs.
   */
  check(id: string, answer: string, address: string): Promise<boolean>
  /** A hash that identifies a solved captcha: the same for the same answer from the same network. */
  fingerprint(id: string, answer: string, address: string): Buffer
  readonly module: DomainModule
}

export function createCaptcha(
  { db, clock, secrets, channel }: Pick<Platform, 'db' | 'clock' | 'secrets' | 'channel'>,
  { randomInt = cryptoRandomInt, proofLimit = defaultProofLimit }: CaptchaNeeds = {},
): Captcha {
  const store = createCaptchaStore(db.withTables<CaptchaTables>())
  const hash = createKeyedHash(secrets.tokenKey)
  const mayProve = createStationLimit(channel, 'captcha.proof', proofLimit)
  return {
    async create(address) {
      const captchaId = randomBytes(16).toString('base64url')
      const text = captchaText(accountBounds.captchaLength, randomInt)
      await store.add({
        id: captchaId,
        answerHash: answerHash(hash, captchaId, text),
        network: networkOf(address),
        expiresAt: nowSec(clock) + lifetimeSec,
      })
      const png = await drawCaptcha(text, randomInt)
      return { captchaId, picPath: `data:image/png;base64,${png.toString('base64')}` }
    },
    async check(id, answer, address) {
      const isProved = isProof(answer) && isRightProof(id, answer)
      const network = networkOf(address)
      // A proof stands for whatever the picture shows; null matches every answer.
      const hashed = isProved ? null : answerHash(hash, id, answer)
      if (!(await store.consume({ id, answerHash: hashed, network, nowSec: nowSec(clock) }))) return false
      // After the captcha is consumed, so that a proof counts once however often it is sent.
      if (isProved && isCounted(address) && !(await mayProve(network))) throw new RefusalError('CaptchaByPicture')
      return true
    },
    fingerprint: (id, answer, address) => fingerprintHash(hash, id, answer, networkOf(address)),
    module: {
      name: 'captcha',
      schedules: [{ name: 'captcha.removeExpired', everyMinutes: 60, run: () => store.removeExpired(nowSec(clock)) }],
    },
  }
}

/** Hash of an answer. Case and full-width forms are ignored. */
export const answerHash = (hash: KeyedHash, id: string, answer: string): Buffer =>
  hash('captcha', id, normalise(answer))

/** Identifies a solved captcha, which may be used once more. */
const fingerprintHash = (hash: KeyedHash, id: string, answer: string, network: string): Buffer =>
  hash('captcha trace', id, normalise(answer), network)

const normalise = (answer: string): string => answer.normalize('NFKC').trim().toLowerCase()
