import type { KeyedHash } from '../../platform/process/keyed-hash.ts'

/** What is kept of an answer. Upper and lower case are the same; so are letters as wide as Chinese ones. */
export const answerHash = (hash: KeyedHash, id: string, answer: string): Buffer =>
  hash('captcha', id, normalise(answer))

/** What is kept of a picture that was read, by who may be shown it once more. */
export const fingerprintHash = (hash: KeyedHash, id: string, answer: string, network: string): Buffer =>
  hash('captcha trace', id, normalise(answer), network)

const normalise = (answer: string): string => answer.normalize('NFKC').trim().toLowerCase()
