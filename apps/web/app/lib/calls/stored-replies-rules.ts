import type { RepliesByKey } from './call-cache.ts'
import { freshForMsOf } from './call-query.ts'
import type { CallName } from './calls.ts'

/** A reply in local storage, with the time when it was received, in milliseconds of this device's clock. */
export interface StoredReply {
  readonly key: string
  readonly data: unknown
  readonly atMs: number
}

/**
 * The lists that the specification caches with their time, and the hot titles, which the header requests on every page. Of
 * the messages only the bulletins.
 */
const storedCalls: readonly CallName[] = [
  'indexNavs',
  'vodListType',
  'indexSearchHotKeywords',
  'indexMessages',
  'indexAnchorCheck',
  'indexVodDataRank',
]
const ofBulletins = JSON.stringify(['type', 'bulletin'])

/** How long the reply of a key may be used; 0 for those that are not stored. */
function freshForMs(key: string): number {
  const name = storedCalls.find((call) => key.startsWith(`${call} `))
  if (!name || (name === 'indexMessages' && !key.includes(ofBulletins))) return 0
  return freshForMsOf(name)
}

/** The text to store: fresh replies of these calls. Pages of another origin (version of the site, user) ignore it. */
export function storedText(
  origin: string,
  replies: RepliesByKey,
  receivedMs: (key: string) => number,
  nowMs: number,
): string {
  const list = Object.entries(replies).map(([key, data]): StoredReply => ({ key, data, atMs: receivedMs(key) }))
  return JSON.stringify({ origin, list: list.filter((reply) => isFresh(reply, nowMs)) })
}

/** The replies in a stored text that are still fresh; none if it is of another origin or invalid. */
export function readStoredReplies(text: string | null, origin: string, nowMs: number): StoredReply[] {
  try {
    const stored: unknown = JSON.parse(text ?? 'null')
    if (!(stored instanceof Object) || Reflect.get(stored, 'origin') !== origin) return []
    const list: unknown = Reflect.get(stored, 'list')
    return Array.isArray(list) ? list.filter(isStoredReply).filter((reply) => isFresh(reply, nowMs)) : []
  } catch {
    return []
  }
}

const isStoredReply = (value: unknown): value is StoredReply =>
  value instanceof Object &&
  typeof Reflect.get(value, 'key') === 'string' &&
  typeof Reflect.get(value, 'atMs') === 'number' &&
  Reflect.get(value, 'data') instanceof Object

/** A time in the future is not fresh: the clock was changed since. */
const isFresh = ({ key, atMs }: StoredReply, nowMs: number): boolean => atMs <= nowMs && nowMs - atMs < freshForMs(key)
