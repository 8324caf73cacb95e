import { createHmac } from 'node:crypto'

/** A hash with a secret key, so that a reader of the database cannot try all six-digit codes. */
export type KeyedHash = (purpose: string, ...parts: readonly string[]) => Buffer

export function createKeyedHash(secret: string): KeyedHash {
  return (...parts) => createHmac('sha256', secret).update(JSON.stringify(parts)).digest()
}
