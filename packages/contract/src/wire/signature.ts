import { hmac } from '@noble/hashes/hmac.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { utf8ToBytes } from '@noble/hashes/utils.js'
import { signatureStepSec } from '../core/constants.ts'
import { toBase64Url } from './base64url.ts'
import { dayOf } from './envelope.ts'
import { signatureKey } from './keys.ts'

const digestLength = 22

/**
 * Time signature `_vv` of a GET call: `t.digest`, `t` = Unix seconds rounded down to five minutes, so that all visitors
 * share one cacheable URL. `path` is percent-encoded, without query.
 */
export function signPath(siteKey: string, path: string, nowSec: number): string {
  const t = Math.floor(nowSec / signatureStepSec) * signatureStepSec
  return `${t}.${digestOf(siteKey, path, t)}`
}

/** Digest of a path and time, which the server compares. */
export function digestOf(siteKey: string, path: string, t: number): string {
  const mac = hmac(sha256, signatureKey(siteKey, dayOf(t)), utf8ToBytes(`GET\n${path}\n${t}`))
  return toBase64Url(mac).slice(0, digestLength)
}

/** Parses a `_vv`; null if invalid or `t` is not a multiple of the step. */
export function parseSignature(vv: string): { t: number; digest: string } | null {
  const found = /^(\d{10})\.([A-Za-z0-9_-]{22})$/.exec(vv)
  const t = Number(found?.[1])
  return found && t % signatureStepSec === 0 ? { t, digest: found[2] ?? '' } : null
}
