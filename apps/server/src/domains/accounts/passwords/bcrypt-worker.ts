import { compareSync } from 'bcryptjs'
import { parentPort } from 'node:worker_threads'
import { bcryptCostOf } from './legacy-hashes.ts'

/** Entry point of the thread that checks bcrypt hashes: bcrypt in JavaScript would block the event loop. */

export interface BcryptCheck {
  hash: string
  texts: readonly [string, string]
  /** Two texts are compared with a hash of this cost, or what takes as long. */
  cost: number
}

/** Whether one of the texts is the hash's. A wrong one takes the same time for hashes of any cost up to `cost`. */
function check({ hash, texts, cost }: BcryptCheck): boolean {
  const times = 2 ** Math.max(0, cost - bcryptCostOf(hash))
  for (let at = 0; at < times; at++) if (texts.some((text) => compareSync(text, hash))) return true
  return false
}

parentPort?.on('message', (asked: BcryptCheck) => parentPort?.postMessage(check(asked)))
