import { createHmac } from 'node:crypto'

/** A hash that only this station can make: who reads the database cannot try all codes of six digits. */
export type KeyedHash = (purpose: string, ...parts: readonly string[]) => Buffer

export function createKeyedHash(secret: string): KeyedHash {
  return (...parts) => createHmac('sha256', secret).update(JSON.stringify(parts)).digest()
}
