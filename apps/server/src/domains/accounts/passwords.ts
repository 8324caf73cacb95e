import { hash, verify } from '@node-rs/argon2'
import { randomBytes } from 'node:crypto'
import { RefusalError } from '../../platform/refusal-error.ts'
import { passwordText } from './accounts-rules.ts'

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

/** Lets so many work at once; the others wait in line, and who finds the line too long is turned away. */
function createTurns(most: number, longest: number): <Result>(work: () => Promise<Result>) => Promise<Result> {
  let working = 0
  const waiting: (() => void)[] = []
  return async (work) => {
    if (working >= most) {
      if (waiting.length >= longest) throw new RefusalError('Overloaded', { retryAfterSec: 5 })
      await new Promise<void>((resolve) => void waiting.push(resolve))
    } else working++
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      // Who waits takes over the place, so that nobody slips in between.
      if (next) next()
      else working--
    }
  }
}
