import type { KeyedHash } from '../../platform/process/keyed-hash.ts'

/** Hash of an answer. Case and full-width forms are ignored. */
export const answerHash = (hash: KeyedHash, id: string, answer: string): Buffer =>
  hash('captcha', id, normalise(answer))

/** Identifies a solved captcha, which may be used once more. */
export const fingerprintHash = (hash: KeyedHash, id: string, answer: string, network: string): Buffer =>
  hash('captcha trace', id, normalise(answer), network)

const normalise = (answer: string): string => answer.normalize('NFKC').trim().toLowerCase()
