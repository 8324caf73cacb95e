import { checkSignedPath } from '@yunmu/hls'
import { LRUCache } from 'lru-cache'
import { readLineScope, readScope, type Scope } from '../media-scopes.ts'

interface Prefix {
  /** Of an asset, or null. */
  scope: Scope | null
  /** Of a line of television, or null. */
  streamId: number | null
  expiresSec: number
}

export type SignedPath =
  | ({ ok: true; rest: string } & Prefix)
  | { ok: false; reason: 'forged' | 'expired' | 'malformed' }

const mostPrefixes = 20_000
/** Plain names: what nearly every address below a prefix looks like, and nothing that climbs. */
const plainRest = /^(?:[a-z0-9-]{1,60}\/){0,4}[a-z0-9-]{1,60}\.[a-z0-9]{1,8}$/

/** Where the prefix `/media/{exp}/{sig}/{scope}` ends, or -1. */
function endOfPrefix(path: string): number {
  let at = '/media'.length
  for (let part = 0; part < 3; part++) {
    at = path.indexOf('/', at + 1)
    if (at === -1) return -1
  }
  return at
}

/**
 * Reads signed paths. A prefix that was found right once is remembered until it expires: its thousands of segments cost
 * no further HMAC. `path` is raw, without the query.
 */
export function createSignedPaths(secret: string): (path: string, nowSec: number) => SignedPath {
  const known = new LRUCache<string, Prefix>({ max: mostPrefixes })
  return (path, nowSec) => {
    const end = endOfPrefix(path)
    const rest = path.slice(end + 1)
    const before = end === -1 ? undefined : known.get(path.slice(0, end))
    if (before && plainRest.test(rest)) {
      return nowSec < before.expiresSec ? { ok: true, ...before, rest } : { ok: false, reason: 'expired' }
    }
    const checked = checkSignedPath({ secrets: [secret], path, nowSec })
    if (!checked.ok) return checked
    const prefix = {
      scope: readScope(checked.scope),
      streamId: readLineScope(checked.scope),
      expiresSec: Number(path.split('/', 3)[2]),
    }
    known.set(path.slice(0, end), prefix)
    return { ok: true, ...prefix, rest: checked.rest }
  }
}
