import { signatureToleranceSec } from '@yunmu/contract'
import { digestOf, parseSignature } from '@yunmu/contract/wire'
import { LRUCache } from 'lru-cache'
import { timingSafeEqual } from 'node:crypto'
import { RefusalError } from '../http/refusal-error.ts'

/** Checks the `_vv` of GET calls. Caches expected digests, because all visitors within five minutes share them. */
export function createSignatureCheck(
  siteKey: string,
): (path: string, vv: unknown, nowSec: number) => { validUntilSec: number } {
  const digests = new LRUCache<string, string>({ max: 5000 })
  const expected = (path: string, t: number): string => {
    const key = `${t} ${path}`
    const digest = digests.get(key) ?? digestOf(siteKey, path, t)
    digests.set(key, digest)
    return digest
  }
  return (path, vv, nowSec) => {
    const signature = typeof vv === 'string' ? parseSignature(vv) : null
    const isStale = signature === null || Math.abs(nowSec - signature.t) > signatureToleranceSec
    if (isStale || !timingSafeEqual(Buffer.from(signature.digest), Buffer.from(expected(path, signature.t)))) {
      throw new RefusalError('StaleSignature', { detail: { now: nowSec } })
    }
    return { validUntilSec: signature.t + signatureToleranceSec }
  }
}
