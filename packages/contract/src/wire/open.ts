import { gcm } from '@noble/ciphers/aes.js'
import { inflateSync } from 'fflate'
import { fromBase64Url } from './base64url.ts'
import { replyKey } from './keys.ts'

const nonceLength = 12
const tagLength = 16

/**
 * Opens sealed data: base64url( nonce ‖ AES-256-GCM(deflate-raw(JSON)) ‖ tag ). Pure JavaScript, because
 * `crypto.subtle` is unavailable on plain http. Throws if the text was not sealed with this key and day.
 */
export function openSealed(sealed: string, siteKey: string, day: string): unknown {
  const bytes = fromBase64Url(sealed)
  if (bytes.length < nonceLength + tagLength) throw new Error('sealed data is too short')
  const deflated = gcm(replyKey(siteKey, day), bytes.subarray(0, nonceLength)).decrypt(bytes.subarray(nonceLength))
  return JSON.parse(new TextDecoder().decode(inflateSync(deflated)))
}
