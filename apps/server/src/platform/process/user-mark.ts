import type { KeyedHash } from './keyed-hash.ts'

/** A pseudonym that links a user's public danmaku without revealing the user. */
export const userMark = (hash: KeyedHash, userId: number): string =>
  hash('person', String(userId)).toString('base64url').slice(0, 16)
