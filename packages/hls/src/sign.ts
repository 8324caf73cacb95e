import { createHmac, timingSafeEqual } from 'node:crypto'

/**
 * What a signature gives access to: one asset at one tier (`m123-std`), so that a signature for one never opens
 * another.
 */
const SCOPE = /^[a-z0-9-]{1,100}$/
const SIGNED_PATH =
  /^\/(?:media|download|relay)\/([1-9]\d{0,11})\/([A-Za-z0-9_-]{22})\/([a-z0-9-]{1,100})\/([A-Za-z0-9_./-]{1,512})$/
const SIGNATURE_LENGTH = 22
const EXPIRY_STEP_SEC = 600
const MIN_SECRET_LENGTH = 16

export interface SignInput {
  /** The first folder of the address; `media` if absent. Names of scopes differ, so neither opens what the other does. */
  readonly root?: 'media' | 'download' | 'relay'
  /** At least 16 characters. */
  readonly secret: string
  readonly scope: string
  /** Unix seconds; the path is refused from then on. */
  readonly expiresSec: number
}

export interface CheckInput {
  /** The current secret and previous ones. */
  readonly secrets: readonly string[]
  /** The raw, undecoded path of the request, without the query. */
  readonly path: string
  readonly nowSec: number
}

export type CheckedPath =
  | { readonly ok: true; readonly scope: string; readonly rest: string }
  | { readonly ok: false; readonly reason: 'forged' | 'expired' | 'malformed' }

/** HMAC-SHA-256, truncated to 132 bits: a whole number of base64url characters, so that each of them is significant. */
function signature(secret: string, expires: string, scope: string): string {
  if (secret.length < MIN_SECRET_LENGTH) throw new RangeError('the signing secret is too short')
  return createHmac('sha256', secret).update(`${expires}\n${scope}`).digest('base64url').slice(0, SIGNATURE_LENGTH)
}

/**
 * The signed directory of a scope, `/{root}/{exp}/{sig}/{scope}` without a trailing slash. Relative addresses in a
 * playlist below it inherit the signature.
 * @throws RangeError for a scope outside `[a-z0-9-]{1,100}`, an expiry that is not a whole second, or a short secret
 */
export function signScope({ root = 'media', secret, scope, expiresSec }: SignInput): string {
  if (!SCOPE.test(scope)) throw new RangeError(`invalid scope: ${JSON.stringify(scope.slice(0, 80))}`)
  if (!Number.isInteger(expiresSec) || expiresSec <= 0 || expiresSec >= 1e12) {
    throw new RangeError(`invalid expiry: ${expiresSec}`)
  }
  return `/${root}/${expiresSec}/${signature(secret, String(expiresSec), scope)}/${scope}`
}

/** Every secret is tried, so that the duration does not reveal which one matched. */
function isSigned(secrets: readonly string[], given: string, expires: string, scope: string): boolean {
  let matched = false
  for (const secret of secrets) {
    const right = signature(secret, expires, scope)
    if (timingSafeEqual(Buffer.from(right), Buffer.from(given))) matched = true
  }
  return matched
}

/**
 * Parses and verifies a signed path. Nothing is decoded: an encoded character, an empty part, `.` or `..` is malformed.
 * The signature is checked before the expiry, so `expired` is only returned for a path that was signed with our
 * secrets. Callers answer `expired` with 410, the others with 403. `rest` is relative to the scope's directory and safe
 * to join to it.
 */
export function checkSignedPath({ secrets, path, nowSec }: CheckInput): CheckedPath {
  const [, expires, given, scope, rest] = SIGNED_PATH.exec(path) ?? []
  if (expires === undefined || given === undefined || scope === undefined || rest === undefined) {
    return { ok: false, reason: 'malformed' }
  }
  if (rest.split('/').some((part) => part === '' || part === '.' || part === '..')) {
    return { ok: false, reason: 'malformed' }
  }
  if (!isSigned(secrets, given, expires, scope)) return { ok: false, reason: 'forged' }
  if (nowSec >= Number(expires)) return { ok: false, reason: 'expired' }
  return { ok: true, scope, rest }
}

/** An expiry at least `lifetimeSec` ahead, rounded up to ten minutes so that viewers and caches share addresses. */
export function quantiseExpiry(nowSec: number, lifetimeSec: number): number {
  return Math.ceil((nowSec + lifetimeSec) / EXPIRY_STEP_SEC) * EXPIRY_STEP_SEC
}
