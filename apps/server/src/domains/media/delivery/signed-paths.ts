import { checkSignedPath } from '@yunmu/hls'
import { LRUCache } from 'lru-cache'
import { parseLineScope, parseScope, type LineScope, type Scope } from '../media-scopes.ts'

interface Prefix {
  /** The scope of an asset, or null. */
  scope: Scope | null
  /** The television line, or null. */
  line: LineScope | null
  expiresSec: number
}

export type SignedPath =
  | ({ ok: true; rest: string } & Prefix)
  | { ok: false; reason: 'forged' | 'expired' | 'malformed' }

const maxCachedPrefixes = 20_000
/** Plain file names without path traversal: nearly every path below a prefix matches. */
const plainRest = /^(?:[a-z0-9-]{1,60}\/){0,4}[a-z0-9-]{1,60}\.[a-z0-9]{1,8}$/

/** Index where the prefix `/media/{exp}/{sig}/{scope}` ends, or -1. */
function endOfPrefix(path: string): number {
  let at = '/media'.length
  for (let part = 0; part < 3; part++) {
    at = path.indexOf('/', at + 1)
    if (at === -1) return -1
  }
  return at
}

/**
 * Parses and verifies signed paths. A verified prefix is cached until it expires, so that its thousands of segments
 * need no further HMAC. `path` is raw, without the query.
 */
export function createSignedPathReader(secret: string): (path: string, nowSec: number) => SignedPath {
  const cache = new LRUCache<string, Prefix>({ max: maxCachedPrefixes })
  return (path, nowSec) => {
    const end = endOfPrefix(path)
    const rest = path.slice(end + 1)
    const cached = end === -1 ? undefined : cache.get(path.slice(0, end))
    if (cached && plainRest.test(rest)) {
      return nowSec < cached.expiresSec ? { ok: true, ...cached, rest } : { ok: false, reason: 'expired' }
    }
    const checked = checkSignedPath({ secrets: [secret], path, nowSec })
    if (!checked.ok) return checked
    const prefix = {
      scope: parseScope(checked.scope),
      line: parseLineScope(checked.scope),
      expiresSec: Number(path.split('/', 3)[2]),
    }
    cache.set(path.slice(0, end), prefix)
    return { ok: true, ...prefix, rest: checked.rest }
  }
}
