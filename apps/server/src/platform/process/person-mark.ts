import type { KeyedHash } from './keyed-hash.ts'

/** By what all that a person says in the open is known as one's, and no way to find the person. */
export const personMark = (hash: KeyedHash, userId: number): string =>
  hash('person', String(userId)).toString('base64url').slice(0, 16)
