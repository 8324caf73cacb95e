import { replyKey } from '@yunmu/contract/wire'
import { LRUCache } from 'lru-cache'
import { createCipheriv, createHmac, createSecretKey, type KeyObject } from 'node:crypto'
import { constants, deflateRawSync } from 'node:zlib'

/** Cached replies are sealed once and may take their time; replies of one viewer are sealed live. */
export type SealEffort = 'cached' | 'live'

const level: Record<SealEffort, number> = { cached: constants.Z_BEST_COMPRESSION, live: constants.Z_BEST_SPEED }

/** Replies that say little are mostly alike: a background call that is answered `{}` all day is sealed once. */
const shortLength = 32
const mostShort = 100

export interface Sealer {
  /** base64url( nonce ‖ AES-256-GCM(deflate-raw(json)) ‖ tag ); equal input gives equal text. */
  seal(json: string, day: string, effort: SealEffort): string
  /** The same of JSON that is deflated already. */
  sealDeflated(deflated: Buffer, day: string): string
}

/**
 * Seals replies with the key of their day. The nonce is a MAC of the content, so that equal replies are equal bytes and
 * can have an ETag, and two different contents never share one.
 */
export function createSealer(siteKey: string): Sealer {
  let current: { day: string; key: KeyObject } | null = null
  // Bytes would be made a key with each use, which takes longer than the use.
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
  const short = new LRUCache<string, string>({ max: mostShort })
  return {
    sealDeflated,
    seal(json, day, effort) {
      if (json.length > shortLength) return sealed(json, day, effort)
      const key = `${day} ${effort} ${json}`
      const known = short.get(key)
      if (known !== undefined) return known
      const text = sealed(json, day, effort)
      short.set(key, text)
      return text
    },
  }
}
