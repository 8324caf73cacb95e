import { isVip } from '@yunmu/contract'
import type { Events } from '../../../platform/events/events.ts'
import type { FindSession } from '../../../platform/calls/viewer.ts'
import { usersChanged, sessionsEnded } from '../accounts-events.ts'
import type { SessionRow, SessionStore } from './session-store.ts'

const maxSessions = 20_000
const maxAgeMs = 30_000
/**
 * When an entry is reloaded, entries of at least this age are reloaded in the same batch, oldest first, up to `maxRows`.
 */
const refresh = { fromMs: 20_000, maxRows: 500 }
/** How often the last use of a session is written. */
const updateSeenEverySec = 60

/** Sessions cached in memory, so that most calls of signed-in users need no query. */
export interface SessionCache {
  /** VIP is computed on each call, so that it starts and ends at once. */
  find: FindSession
  /** Writes when sessions were last used. */
  flushLastSeen(): Promise<void>
}

interface CacheEntry {
  userId: number
  /** Pending queries are entries too, so that an invalidation also discards their results. */
  found: Promise<SessionRow | null>
  /** When the query started, milliseconds of the monotonic clock. */
  atMs: number
  /** Whether it was requested again since. */
  isUsed: boolean
}

/** Recently loaded sessions. */
function createLookupCache(store: Pick<SessionStore, 'find'>) {
  /** By session id, least recently loaded first. */
  const entries = new Map<string, CacheEntry>()
  const idsByUser = new Map<number, Set<string>>()

  const drop = (id: string): void => {
    const userId = entries.get(id)?.userId ?? 0
    const own = idsByUser.get(userId)
    entries.delete(id)
    if (own?.delete(id) && own.size === 0) idsByUser.delete(userId)
  }
  const load = (id: string, userId: number, atMs: number): CacheEntry => {
    drop(id)
    const entry: CacheEntry = { userId, atMs, isUsed: false, found: store.find(id, userId) }
    entry.found.catch(() => entries.get(id) === entry && drop(id))
    entries.set(id, entry)
    idsByUser.set(userId, (idsByUser.get(userId) ?? new Set<string>()).add(id))
    const [oldest] = entries.keys()
    if (entries.size > maxSessions && oldest !== undefined) drop(oldest)
    return entry
  }
  /** Reloads stale entries in a few batches instead of one query each, and evicts those that are not in use. */
  const refreshStale = (nowMs: number): void => {
    let count = 0
    for (const [id, { userId, atMs, isUsed }] of entries) {
      if (count === refresh.maxRows || nowMs - atMs < refresh.fromMs) return
      drop(id)
      if (!isUsed) continue
      load(id, userId, nowMs)
      count++
    }
  }
  const lookup = (id: string, userId: number): Promise<SessionRow | null> => {
    const nowMs = performance.now()
    const entry = entries.get(id)
    if (entry?.userId === userId && nowMs - entry.atMs < maxAgeMs) {
      entry.isUsed = true
      return entry.found
    }
    const { found } = load(id, userId, nowMs)
    if (entry) refreshStale(nowMs)
    return found
  }

  const invalidate = (changed: { userIds: number[] } | null): void => {
    const userIds = changed ? changed.userIds : [...idsByUser.keys()]
    for (const userId of userIds) for (const id of idsByUser.get(userId) ?? []) drop(id)
  }
  return { lookup, invalidate }
}

export function createSessionCache({
  store,
  events,
}: {
  store: Pick<SessionStore, 'find' | 'updateLastSeen'>
  events: Events
}): SessionCache {
  const { lookup, invalidate } = createLookupCache(store)
  let lastSeen = new Map<string, number>()
  events.on(sessionsEnded, invalidate)
  events.on(usersChanged, invalidate)

  return {
    async find(sessionId, userId, nowMs) {
      const session = await lookup(sessionId, userId)
      if (!session) return { state: 'unknown' }
      if (session.ended) return { state: 'ended', refusal: session.ended }
      const nowSec = Math.floor(nowMs / 1000)
      if (nowSec - session.seenAt >= updateSeenEverySec) {
        session.seenAt = nowSec
        lastSeen.set(sessionId, nowSec)
      }
      const { name, groupId, authorityId, isMinor, scope } = session
      const viewer = {
        id: userId,
        sessionId,
        name,
        groupId,
        authorityId,
        isMinor,
        scope,
        isVip: isVip(session, nowSec),
      }
      return { state: 'alive', viewer }
    },

    async flushLastSeen() {
      const batch = lastSeen
      if (batch.size === 0) return
      lastSeen = new Map()
      try {
        await store.updateLastSeen(batch)
      } catch (err) {
        lastSeen = new Map([...batch, ...lastSeen])
        throw err
      }
    },
  }
}
