import { hash, verify } from '@node-rs/argon2'
import { randomBytes } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { normalisePassword } from './accounts-rules.ts'
import { createSemaphore } from './semaphore.ts'

/** Argon2id (RFC 9106) as the OWASP cheat sheet on password storage has it; 19 MiB for each hash that is being made. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }
/** On a small machine one core is left to those who watch: two hashes would leave them a half. */
const maxConcurrent = availableParallelism() > 2 ? 2 : 1
const maxQueued = 300
/** Of one network, or of one person who is signed in. */
const maxPerKey = 8

/** Each takes its turn; `whose` is who counts as one in the line, null where nobody is told apart. */
export interface Passwords {
  /** In the PHC format. */
  hash(typed: string, queueKey: string | null): Promise<string>
  /** Takes as long for an account that is not there or has no password (`kept` empty) as for one that has. */
  verify(storedHash: string, typed: string, queueKey: string | null): Promise<boolean>
}

/** One or two hashes at once, so that many who sign in do not take the processor from those who watch. */
export function createPasswords(): Passwords {
  const run = createSemaphore({ concurrency: maxConcurrent, maxQueued, maxPerKey })
  let dummyHash = ''
  return {
    hash: (typed, queueKey) => run(() => hash(normalisePassword(typed), cost), queueKey),
    verify: (storedHash, typed, queueKey) =>
      run(async () => {
        dummyHash ||= await hash(randomBytes(16), cost)
        const right = await verify(storedHash || dummyHash, normalisePassword(typed))
        return right && storedHash !== ''
      }, queueKey),
  }
}
