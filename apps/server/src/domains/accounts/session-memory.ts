import { isVip } from '@yunmu/contract'
import { LRUCache } from 'lru-cache'
import type { Events } from '../../platform/events.ts'
import type { FindSession } from '../../platform/viewer.ts'
import { peopleChanged, sessionsEnded } from './accounts-events.ts'
import type { SessionRow, SessionStore } from './session-store.ts'

const mostPeople = 20_000
const rememberedForMs = 30_000
/** How often the last use of a session is written. */
const noteEverySec = 60

/** Sessions in memory: a call of somebody signed in asks the database nothing, as a rule. */
export interface SessionMemory {
  /** VIP is read at this moment, so that an upgrade shows, and ends, at once. */
  find: FindSession
  /** Writes when sessions were used. */
  noteSeen(): Promise<void>
}

export function createSessionMemory({
  store,
  events,
}: {
  store: Pick<SessionStore, 'find' | 'noteSeen'>
  events: Events
}): SessionMemory {
  /** By person, so that whatever happens to one is forgotten in one step, lookups under way included. */
  const people = new LRUCache<number, Map<string, Promise<SessionRow | null>>>({
    max: mostPeople,
    ttl: rememberedForMs,
  })
  let seen = new Map<string, number>()
  const forget = (changed: { userIds: number[] } | null): void => {
    if (changed) for (const id of changed.userIds) people.delete(id)
    else people.clear()
  }
  events.on(sessionsEnded, forget)
  events.on(peopleChanged, forget)

  const lookUp = (sessionId: string, userId: number): Promise<SessionRow | null> => {
    const sessions = people.get(userId) ?? new Map<string, Promise<SessionRow | null>>()
    const known = sessions.get(sessionId)
    if (known) return known
    const found = store.find(sessionId, userId)
    found.catch(() => sessions.delete(sessionId))
    sessions.set(sessionId, found)
    if (!people.has(userId)) people.set(userId, sessions)
    return found
  }

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
