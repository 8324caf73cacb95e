import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

const version = 1
const nonceBytes = 12
const tagBytes = 16

/** Encrypts the settings of gateways for the database. */
export interface Sealer {
  seal(id: string, values: Readonly<Record<string, string>>): Buffer
  /** Null if the bytes were sealed with another key or for another gateway, or were changed. */
  open(id: string, sealed: Buffer): Record<string, string> | null
}

/**
 * AES-256-GCM with a key derived from one of the data folder, so that a dump of the database gives no account away. The
 * gateway's id is authenticated: a row cannot be put in another's place.
 * @param secret of the data folder
 */
export function createSealer(secret: string): Sealer {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'yunmu/payment-gateway/1', 32))
  return {
    seal(id, values) {
      const nonce = randomBytes(nonceBytes)
      const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(id))
      const body = Buffer.concat([cipher.update(JSON.stringify(values), 'utf8'), cipher.final()])
      return Buffer.concat([Buffer.from([version]), nonce, cipher.getAuthTag(), body])
    },
    open(id, sealed) {
      if (sealed.length < 1 + nonceBytes + tagBytes || sealed[0] !== version) return null
      const nonce = sealed.subarray(1, 1 + nonceBytes)
      const tag = sealed.subarray(1 + nonceBytes, 1 + nonceBytes + tagBytes)
      const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: tagBytes })
      decipher.setAAD(Buffer.from(id)).setAuthTag(tag)
      try {
        const text = Buffer.concat([decipher.update(sealed.subarray(1 + nonceBytes + tagBytes)), decipher.final()])
        return JSON.parse(text.toString('utf8'))
      } catch {
        return null
      }
    },
  }
}
