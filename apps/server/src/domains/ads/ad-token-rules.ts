import type { KeyedHash } from '../../platform/process/keyed-hash.ts'

/** What a token says: an advertisement was given out. */
export interface AdToken {
  adId: number
  /** Different for each giving; a token counts once per holder and event. */
  nonce: string
}

/** Longer than a reply with advertisements is cached and a page with one is open. */
export const tokenLifetimeSec = 3 * 3600

const tokenForm = /^(\d{1,10})\.(\d{1,12})\.([A-Za-z0-9_-]{22})\.([A-Za-z0-9_-]{22})$/

/** The key of a browser that holds a token: unlike a visitor's it does not change at midnight, and no two tokens share it. */
export const holderOf = (hash: KeyedHash, nonce: string, by: { address: string; agent: string }): string =>
  hash('ad holder', nonce, by.address, by.agent).toString('base64url').slice(0, 22)

const signatureOf = (hash: KeyedHash, adId: string, expiresSec: string, nonce: string): string =>
  hash('ad token', adId, expiresSec, nonce).toString('base64url').slice(0, 22)

/** A token that lets its holder report an impression and a click. It names no person. */
export function issueAdToken(hash: KeyedHash, { adId, nonce }: AdToken, nowSec: number): string {
  const expiresSec = String(nowSec + tokenLifetimeSec)
  return [adId, expiresSec, nonce, signatureOf(hash, String(adId), expiresSec, nonce)].join('.')
}

/** Null if we did not issue the token, or too long ago. */
export function readAdToken(hash: KeyedHash, token: string, nowSec: number): AdToken | null {
  const [, adId, expiresSec, nonce, signature] = tokenForm.exec(token) ?? []
  if (adId === undefined || expiresSec === undefined || nonce === undefined) return null
  if (signature !== signatureOf(hash, adId, expiresSec, nonce) || Number(expiresSec) <= nowSec) return null
  return { adId: Number(adId), nonce }
}
