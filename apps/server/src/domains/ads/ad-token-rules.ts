import type { Visitor } from '../../platform/calls/mount-call.ts'
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

/** A browser, as far as the network tells. */
type Browser = Pick<Visitor, 'address' | 'agent'>

/** The key of a browser that holds a token: unlike a visitor's it does not change at midnight, and no two tokens share it. */
export const holderOf = (hash: KeyedHash, nonce: string, by: Browser): string =>
  hash('ad holder', nonce, by.address, by.agent).toString('base64url').slice(0, 22)

/** @param holder the only one who may use the token; empty for everybody */
const signatureOf = (hash: KeyedHash, holder: string, ...parts: readonly string[]): string =>
  hash('ad token', holder, ...parts)
    .toString('base64url')
    .slice(0, 22)

/**
 * A token that lets its holder report an impression and a click. It names no person.
 * @param by the only one who may use it; null for everybody, if a reply is cached
 */
export function issueAdToken(hash: KeyedHash, { adId, nonce }: AdToken, by: Browser | null, nowSec: number): string {
  const expiresSec = String(nowSec + tokenLifetimeSec)
  const holder = by ? holderOf(hash, nonce, by) : ''
  return [adId, expiresSec, nonce, signatureOf(hash, holder, String(adId), expiresSec, nonce)].join('.')
}

/** Null if we did not issue the token, or to another browser, or too long ago. */
export function readAdToken(hash: KeyedHash, token: string, by: Browser, nowSec: number): AdToken | null {
  const [, adId, expiresSec, nonce, signature] = tokenForm.exec(token) ?? []
  if (adId === undefined || expiresSec === undefined || nonce === undefined) return null
  const signatures = ['', holderOf(hash, nonce, by)].map((holder) => signatureOf(hash, holder, adId, expiresSec, nonce))
  if (signature === undefined || !signatures.includes(signature) || Number(expiresSec) <= nowSec) return null
  return { adId: Number(adId), nonce }
}
