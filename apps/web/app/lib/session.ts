import { splitToken, type TokenParts } from '@yunmu/contract/wire/token'
import { readStored } from './storage.ts'

const storageKey = 'token'

/** The stored token in three query parameters, or nothing for a visitor. */
export function tokenParts(): TokenParts | Record<string, never> {
  return splitToken(readStored(storageKey) ?? '') ?? {}
}
