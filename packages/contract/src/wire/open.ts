import { gcm } from '@noble/ciphers/aes.js'
import { inflateSync } from 'fflate'
import { fromBase64Url } from './base64url.ts'
import type { Envelope } from './envelope.ts'
import { replyKey } from './keys.ts'

const nonceLength = 12
const tagLength = 16

/**
 * Opens sealed data: base64url( nonce ‖ AES-256-GCM(deflate-raw(JSON)) ‖ tag ). Pure JavaScript, because
 * `crypto.subtle` is unavailable on plain http. Throws if the text was not sealed with this key and day.
 */
export function openSealed(sealed: string, siteKey: string, day: string): unknown {
  const bytes = fromBase64Url(sealed)
  if (bytes.length < nonceLength + tagLength)
    throw new Error(`sealed data must have at least ${nonceLength + tagLength} bytes, got ${bytes.length}`)
  const deflated = gcm(replyKey(siteKey, day), bytes.subarray(0, nonceLength)).decrypt(bytes.subarray(nonceLength))
  return JSON.parse(new TextDecoder().decode(inflateSync(deflated)))
}

/** The data of a reply, opened if it is sealed. Of a reply that is empty or cannot be opened, the whole raw reply. */
export function openReply<Reply extends Pick<Envelope, 'data' | 'day'>>(reply: Reply, siteKey: string): unknown {
  const { data, day } = reply
  if (data === null || data === undefined || data === '') return reply
  if (typeof data !== 'string') return data
  try {
    return openSealed(data, siteKey, day)
  } catch {
    return reply
  }
}
