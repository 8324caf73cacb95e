import { timingSafeEqual } from 'node:crypto'
import type { KeyedHash } from './keyed-hash.ts'

/**
 * Keys in secret addresses of users. A key is computed from the user id and a serial number, and not stored: somebody
 * who reads the database cannot use it. A new serial number invalidates the former key.
 */
export interface UserKeys {
  keyOf(user: { userId: number; serial: number }): string
  /** The user of a key; null if it is invalid. */
  userOf(key: string): Promise<number | null>
}

/** @param serialOf the serial number of a user's valid key; null for none */
export function createUserKeys(
  hash: KeyedHash,
  purpose: string,
  serialOf: (userId: number) => Promise<number | null>,
): UserKeys {
  const signatureOf = (userId: number, serial: number): string =>
    hash(purpose, String(userId), String(serial)).toString('base64url').slice(0, 22)
  return {
    keyOf: ({ userId, serial }) => `${userId.toString(36)}-${signatureOf(userId, serial)}`,
    async userOf(key) {
      const [, id = '', signature = ''] = /^([1-9a-z][0-9a-z]{0,5})-([A-Za-z0-9_-]{22})$/.exec(key) ?? []
      const userId = Number.parseInt(id, 36)
      if (!Number.isSafeInteger(userId) || userId > 2_147_483_647) return null
      const serial = await serialOf(userId)
      if (serial === null) return null
      return timingSafeEqual(Buffer.from(signatureOf(userId, serial)), Buffer.from(signature)) ? userId : null
    },
  }
}
