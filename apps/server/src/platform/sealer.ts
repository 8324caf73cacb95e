import { replyKey } from '@yunmu/contract/wire'
import { createCipheriv, createHmac } from 'node:crypto'
import { constants, deflateRawSync } from 'node:zlib'

/** Cached replies are sealed once and may take their time; replies of one viewer are sealed live. */
export type SealEffort = 'cached' | 'live'

const level: Record<SealEffort, number> = { cached: constants.Z_BEST_COMPRESSION, live: constants.Z_BEST_SPEED }

export interface Sealer {
  /** base64url( nonce ‖ AES-256-GCM(deflate-raw(json)) ‖ tag ); equal input gives equal text. */
  seal(json: string, day: string, effort: SealEffort): string
}

/**
 * Seals replies with the key of their day. The nonce is a MAC of the content, so that equal replies are equal bytes and
 * can have an ETag, and two different contents never share one.
 */
export function createSealer(siteKey: string): Sealer {
  let current = { day: '', key: Buffer.alloc(0) }
  const keyOf = (day: string): Buffer => {
    if (current.day !== day) current = { day, key: Buffer.from(replyKey(siteKey, day)) }
    return current.key
  }
  return {
    seal(json, day, effort) {
      const key = keyOf(day)
      const deflated = deflateRawSync(json, { level: level[effort] })
      const nonce = createHmac('sha256', key).update(deflated).digest().subarray(0, 12)
      const cipher = createCipheriv('aes-256-gcm', key, nonce)
      return Buffer.concat([nonce, cipher.update(deflated), cipher.final(), cipher.getAuthTag()]).toString('base64url')
    },
  }
}
