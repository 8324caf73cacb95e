import { hkdf } from '@noble/hashes/hkdf.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { utf8ToBytes } from '@noble/hashes/utils.js'

/**
 * A key of one day, HKDF-SHA-256 (RFC 5869) with `ikm` = the site's key, `salt` = the day, 32 bytes.
 * The site's key is public by nature: sealing deters scraping, TLS is what protects.
 */
function keyOfDay(siteKey: string, day: string, info: string): Uint8Array {
  return hkdf(sha256, utf8ToBytes(siteKey), utf8ToBytes(day), utf8ToBytes(info), 32)
}

/** The key that seals the replies of a UTC day. */
export const replyKey = (siteKey: string, day: string): Uint8Array => keyOfDay(siteKey, day, 'yunmu/reply/1')

/** The key that signs the requests of a UTC day. */
export const signatureKey = (siteKey: string, day: string): Uint8Array => keyOfDay(siteKey, day, 'yunmu/sign/1')
