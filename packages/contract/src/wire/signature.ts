import { hmac } from '@noble/hashes/hmac.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { utf8ToBytes } from '@noble/hashes/utils.js'
import { signatureStepSec } from '../core/constants.ts'
import { toBase64Url } from './base64url.ts'
import { dayOf } from './envelope.ts'
import { signatureKey } from './keys.ts'

const digestLength = 22

/**
 * The time signature `_vv` of a GET call: `t.digest`, `t` = Unix seconds floored to five minutes, so that all anonymous
 * visitors of that time share one address and a cache can serve them. `path` is percent-encoded and without the query.
 */
export function signPath(siteKey: string, path: string, nowSec: number): string {
  const t = Math.floor(nowSec / signatureStepSec) * signatureStepSec
  return `${t}.${digestOf(siteKey, path, t)}`
}

/** The digest that belongs to a path and a time: what a server compares with. */
export function digestOf(siteKey: string, path: string, t: number): string {
  const mac = hmac(sha256, signatureKey(siteKey, dayOf(t)), utf8ToBytes(`GET\n${path}\n${t}`))
  return toBase64Url(mac).slice(0, digestLength)
}

/** The parts of a `_vv`, or null where it is none: a time that is not a whole step is nobody's. */
export function readSignature(vv: string): { t: number; digest: string } | null {
  const found = /^(\d{10})\.([A-Za-z0-9_-]{22})$/.exec(vv)
  const t = Number(found?.[1])
  return found && t % signatureStepSec === 0 ? { t, digest: found[2] ?? '' } : null
}
