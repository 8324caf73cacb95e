import { replyKey } from '@yunmu/contract/wire'
import { LRUCache } from 'lru-cache'
import { createCipheriv, createHmac, createSecretKey, type KeyObject } from 'node:crypto'
import { constants, deflateRawSync } from 'node:zlib'

/** Cached replies are compressed slowly, because once; replies of one viewer fast. */
export type SealEffort = 'cached' | 'live'

const level: Record<SealEffort, number> = { cached: constants.Z_BEST_COMPRESSION, live: constants.Z_BEST_SPEED }

/** Short replies are mostly equal, such as `{}` for background calls, so their sealed form is cached. */
const maxShortLength = 32
const maxShortReplies = 100

export interface Sealer {
  /** base64url( nonce ‖ AES-256-GCM(deflate-raw(json)) ‖ tag ); equal input gives equal text. */
  seal(json: string, day: string, effort: SealEffort): string
  /** The same for JSON that is deflated already. */
  sealDeflated(deflated: Buffer, day: string): string
}

/**
 * Encrypts replies with the key of their day. The nonce is a MAC of the content, so that equal replies give equal bytes
 * and can have an ETag, and different contents never share a nonce.
 */
export function createSealer(siteKey: string): Sealer {
  let current: { day: string; key: KeyObject } | null = null
  // A KeyObject, because converting bytes to a key on each use takes longer than the encryption.
  const keyOf = (day: string): KeyObject => {
    if (current?.day !== day) current = { day, key: createSecretKey(replyKey(siteKey, day)) }
    return current.key
  }
  const sealDeflated = (deflated: Buffer, day: string): string => {
    const key = keyOf(day)
    const nonce = createHmac('sha256', key).update(deflated).digest().subarray(0, 12)
    const cipher = createCipheriv('aes-256-gcm', key, nonce)
    return Buffer.concat([nonce, cipher.update(deflated), cipher.final(), cipher.getAuthTag()]).toString('base64url')
  }
  const sealed = (json: string, day: string, effort: SealEffort): string =>
    sealDeflated(deflateRawSync(json, { level: level[effort] }), day)
  const short = new LRUCache<string, string>({ max: maxShortReplies })
  return {
    sealDeflated,
    seal(json, day, effort) {
      if (json.length > maxShortLength) return sealed(json, day, effort)
      const key = `${day} ${effort} ${json}`
      const cached = short.get(key)
      if (cached !== undefined) return cached
      const text = sealed(json, day, effort)
      short.set(key, text)
      return text
    },
  }
}
