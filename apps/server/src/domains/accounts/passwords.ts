import { hash, verify } from '@node-rs/argon2'
import { randomBytes } from 'node:crypto'
import { passwordText } from './accounts-rules.ts'
import { createTurns } from './turns.ts'

/** Argon2id (RFC 9106) as the OWASP cheat sheet on password storage has it; 19 MiB for each hash that is being made. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }
const mostAtOnce = 2
const longestQueue = 300

export interface Passwords {
  /** In the PHC format. */
  hash(typed: string): Promise<string>
  /** Takes as long for an account that is not there or has no password (`kept` empty) as for one that has. */
  verify(kept: string, typed: string): Promise<boolean>
}

/** At most two hashes at once, so that many who sign in do not take the processor from those who watch. */
export function createPasswords(): Passwords {
  const turn = createTurns(mostAtOnce, longestQueue)
  let nobody: Promise<string> | undefined
  return {
    hash: (typed) => turn(() => hash(passwordText(typed), cost)),
    async verify(kept, typed) {
      nobody ??= hash(randomBytes(16), cost)
      const stand = await nobody
      const right = await turn(() => verify(kept || stand, passwordText(typed)))
      return right && kept !== ''
    },
  }
}
