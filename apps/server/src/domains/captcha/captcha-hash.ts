import type { KeyedHash } from '../../platform/keyed-hash.ts'

/** What is kept of an answer. Upper and lower case are the same; so are letters as wide as Chinese ones. */
export const answerHash = (hash: KeyedHash, id: string, answer: string): Buffer =>
  hash('captcha', id, answer.normalize('NFKC').trim().toLowerCase())
