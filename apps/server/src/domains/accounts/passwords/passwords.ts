import { hash, verify } from '@node-rs/argon2'
import { randomBytes } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { normalisePassword } from '../accounts-rules.ts'
import { RefusalError } from '../../../platform/http/refusal-error.ts'
import { createSemaphore } from '../../../platform/process/semaphore.ts'
import { createBcryptThread } from './bcrypt-thread.ts'
import { bcryptCostOf, bcryptTexts, isLegacyHash, verifyLegacy } from './legacy-hashes.ts'

/** Argon2id (RFC 9106) with the parameters of the OWASP cheat sheet on password storage; each hash takes 19 MiB. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }
/** One core stays free for streaming on a small machine. */
const maxConcurrent = availableParallelism() > 2 ? 2 : 1
const maxQueued = 300
/** Per network, or per signed-in user. */
const maxPerKey = 8

/** `busy`: whether the password is right could not be told, and the attempt counts. */
export type AccountVerdict = boolean | 'busy'

/** Hashing is queued. `queueKey` names who shares a part of the queue; null is not limited. */
export interface Passwords {
  /** Returns the PHC format. */
  hash(typed: string, queueKey: string | null): Promise<string>
  /** For a hash of `hash`. Takes the same time if `storedHash` is empty. */
  verify(storedHash: string, typed: string, queueKey: string | null): Promise<boolean>
  /**
   * For the password of an account. A wrong one takes the same time and the same queues whether the account has a password, one
   * with the hash of an older system, or does not exist.
   */
  verifyOfAccount(storedHash: string, typed: string, queueKey: string | null): Promise<AccountVerdict>
  close(): Promise<void>
}

/** A bcrypt hash of the given cost that belongs to no account. */
const unknownBcrypt = (bcryptCost: number): string => `$2b$${String(bcryptCost).padStart(2, '0')}$${'.'.repeat(53)}`

/**
 * Runs one or two hashes at a time, so that many logins do not starve streaming of CPU.
 * @param legacyCost the highest cost of bcrypt hashes that accounts of an older system have; 0 for none
 */
export function createPasswords(legacyCost: () => Promise<number>): Passwords {
  const run = createSemaphore({ concurrency: maxConcurrent, maxQueued, maxPerKey })
  const bcrypt = createBcryptThread()
  let dummyHash = ''
  const verifyArgon = (storedHash: string, typed: string, queueKey: string | null): Promise<boolean> =>
    run(async () => {
      dummyHash ||= await hash(randomBytes(16), cost)
      const right = await verify(storedHash || dummyHash, normalisePassword(typed))
      return right && storedHash !== ''
    }, queueKey)
  return {
    hash: (typed, queueKey) => run(() => hash(normalisePassword(typed), cost), queueKey),
    verify: verifyArgon,
    async verifyOfAccount(storedHash, typed, queueKey) {
      const isLegacy = isLegacyHash(storedHash)
      if (await verifyArgon(isLegacy ? '' : storedHash, typed, queueKey)) return true
      const verdict = isLegacy && verifyLegacy(storedHash, typed)
      if (verdict === true) return true
      const stationCost = await legacyCost()
      if (verdict === false && stationCost === 0) return false
      const checked = verdict === false ? unknownBcrypt(stationCost) : verdict.bcrypt
      const asked = { hash: checked, texts: bcryptTexts(typed), cost: Math.max(stationCost, bcryptCostOf(checked)) }
      try {
        return (await bcrypt.check(asked, queueKey)) && verdict !== false
      } catch (err) {
        if (err instanceof RefusalError) return 'busy'
        throw err
      }
    },
    close: () => bcrypt.close(),
  }
}
