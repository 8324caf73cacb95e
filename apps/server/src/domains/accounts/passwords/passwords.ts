import { hash, verify } from '@node-rs/argon2'
import { randomBytes } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { normalisePassword } from '../accounts-rules.ts'
import { isLegacyHash, verifyLegacy } from './legacy-hashes.ts'
import { createSemaphore } from '../../../platform/process/semaphore.ts'

/** Argon2id (RFC 9106) with the parameters of the OWASP cheat sheet on password storage; each hash takes 19 MiB. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }
/** One core stays free for streaming on a small machine. */
const maxConcurrent = availableParallelism() > 2 ? 2 : 1
const maxQueued = 300
/** Per network, or per signed-in user. */
const maxPerKey = 8

/** Hashing is queued. `queueKey` names who shares a part of the queue; null is not limited. */
export interface Passwords {
  /** Returns the PHC format. */
  hash(typed: string, queueKey: string | null): Promise<string>
  /**
   * Takes the same time if `storedHash` is empty (no such account, or no password), and no less for one of an older system.
   */
  verify(storedHash: string, typed: string, queueKey: string | null): Promise<boolean>
}

/** Runs one or two hashes at a time, so that many logins do not starve streaming of CPU. */
export function createPasswords(): Passwords {
  const run = createSemaphore({ concurrency: maxConcurrent, maxQueued, maxPerKey })
  let dummyHash = ''
  return {
    hash: (typed, queueKey) => run(() => hash(normalisePassword(typed), cost), queueKey),
    verify: (storedHash, typed, queueKey) =>
      run(async () => {
        dummyHash ||= await hash(randomBytes(16), cost)
        if (isLegacyHash(storedHash)) {
          await verify(dummyHash, normalisePassword(typed))
          return verifyLegacy(storedHash, typed)
        }
        const right = await verify(storedHash || dummyHash, normalisePassword(typed))
        return right && storedHash !== ''
      }, queueKey),
  }
}
