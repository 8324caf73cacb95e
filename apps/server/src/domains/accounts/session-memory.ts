import { isVip } from '@yunmu/contract'
import type { Events } from '../../platform/events/events.ts'
import type { FindSession } from '../../platform/calls/viewer.ts'
import { peopleChanged, sessionsEnded } from './accounts-events.ts'
import type { SessionRow, SessionStore } from './session-store.ts'

const mostSessions = 20_000
const rememberedForMs = 30_000
/** Where one has to be read anew, those that would have to be before long are read with it, oldest first, so many at most. */
const renewed = { fromMs: 20_000, most: 500 }
/** How often the last use of a session is written. */
const noteEverySec = 60

/** Sessions in memory: a call of somebody signed in asks the database nothing, as a rule. */
export interface SessionMemory {
  /** VIP is read at this moment, so that an upgrade shows, and ends, at once. */
  find: FindSession
  /** Writes when sessions were used. */
  noteSeen(): Promise<void>
}

interface Known {
  userId: number
  /** Lookups under way are known as well: whatever happens to a person meanwhile makes them worth nothing. */
  found: Promise<SessionRow | null>
  /** When it was asked for, milliseconds of the process. */
  atMs: number
  /** Whether it was asked for again since. */
  isUsed: boolean
}

/** What was read of sessions of late. */
function createShelf(store: Pick<SessionStore, 'find'>) {
  /** By their ids, what was read longest ago first. */
  const known = new Map<string, Known>()
  const people = new Map<number, Set<string>>()

  const drop = (id: string): void => {
    const userId = known.get(id)?.userId ?? 0
    const own = people.get(userId)
    known.delete(id)
    if (own?.delete(id) && own.size === 0) people.delete(userId)
  }
  const read = (id: string, userId: number, atMs: number): Known => {
    drop(id)
    const one: Known = { userId, atMs, isUsed: false, found: store.find(id, userId) }
    one.found.catch(() => known.get(id) === one && drop(id))
    known.set(id, one)
    people.set(userId, (people.get(userId) ?? new Set<string>()).add(id))
    const [oldest] = known.keys()
    if (known.size > mostSessions && oldest !== undefined) drop(oldest)
    return one
  }
  /** Thousands who are there all the time are asked for in a few questions, and who is gone is let go. */
  const renewOthers = (nowMs: number): void => {
    let count = 0
    for (const [id, { userId, atMs, isUsed }] of known) {
      if (count === renewed.most || nowMs - atMs < renewed.fromMs) return
      drop(id)
      if (!isUsed) continue
      read(id, userId, nowMs)
      count++
    }
  }
  const lookUp = (id: string, userId: number): Promise<SessionRow | null> => {
    const nowMs = performance.now()
    const one = known.get(id)
    if (one?.userId === userId && nowMs - one.atMs < rememberedForMs) {
      one.isUsed = true
      return one.found
    }
    const { found } = read(id, userId, nowMs)
    if (one) renewOthers(nowMs)
    return found
  }

  const forget = (changed: { userIds: number[] } | null): void => {
    const whose = changed ? changed.userIds : [...people.keys()]
    for (const userId of whose) for (const id of people.get(userId) ?? []) drop(id)
  }
  return { lookUp, forget }
}

export function createSessionMemory({
  store,
  events,
}: {
  store: Pick<SessionStore, 'find' | 'noteSeen'>
  events: Events
}): SessionMemory {
  const { lookUp, forget } = createShelf(store)
  let seen = new Map<string, number>()
  events.on(sessionsEnded, forget)
  events.on(peopleChanged, forget)

  return {
    async find(sessionId, userId, nowMs) {
      const session = await lookUp(sessionId, userId)
      if (!session) return { state: 'unknown' }
      if (session.ended) return { state: 'ended' }
      const nowSec = Math.floor(nowMs / 1000)
      if (nowSec - session.seenAt >= noteEverySec) {
        session.seenAt = nowSec
        seen.set(sessionId, nowSec)
      }
      const { name, groupId, authorityId } = session
      const viewer = { id: userId, sessionId, name, groupId, authorityId, isVip: isVip(session, nowSec) }
      return { state: 'alive', viewer }
    },

    async noteSeen() {
      const batch = seen
      if (batch.size === 0) return
      seen = new Map()
      try {
        await store.noteSeen(batch)
      } catch (err) {
        seen = new Map([...batch, ...seen])
        throw err
      }
    },
  }
}
