import { hkdf } from '@noble/hashes/hkdf.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { utf8ToBytes } from '@noble/hashes/utils.js'

/**
 * Derives a key of one day with HKDF-SHA-256 (RFC 5869): `ikm` = the site key, `salt` = the day, 32 bytes. The site key
 * is public: sealing only hinders scraping, TLS protects.
 */
function keyOfDay(siteKey: string, day: string, info: string): Uint8Array {
  return hkdf(sha256, utf8ToBytes(siteKey), utf8ToBytes(day), utf8ToBytes(info), 32)
}

/** Key that seals the replies of a UTC day. */
export const replyKey = (siteKey: string, day: string): Uint8Array => keyOfDay(siteKey, day, 'yunmu/reply/1')

/** Key that signs the requests of a UTC day. */
export const signatureKey = (siteKey: string, day: string): Uint8Array => keyOfDay(siteKey, day, 'yunmu/sign/1')
