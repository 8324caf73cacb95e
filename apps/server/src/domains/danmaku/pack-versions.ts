import { roomName } from '@yunmu/contract'
import { LRUCache } from 'lru-cache'
import type { Events } from '../../platform/events/events.ts'
import { danmakuChanged, danmakuSent, danmakuUpdated } from './danmaku-events.ts'
import { packAt, type Pool } from './danmaku-rules.ts'

/** A state of what a pack, or all of a pool, holds. The same state has the same name in this process, and no other has it. */
export interface PackVersions {
  /** The state that a pack is given out in now. */
  packVersion(pool: Pool, pack: number, nowMs: number): string
  /** The state that what is said of a whole pool is in now. */
  poolVersion(pool: Pool, nowMs: number): string
}

/**
 * How long a state holds, from its beginning on, by what has happened since. What was sent is in the pack for those who
 * ask this much later: who is in the room has been told at once, and who comes asks with the last one that the pack had
 * for those since. What nobody told of, as a process may end before it has, is known after the longest.
 */
const maxAgeMsAfter = { none: 600_000, likes: 60_000, sent: 5000, state: 1000 }
/** Counts and heat lines are not read anew more often. */
const poolMaxAgeMs = 60_000
const maxEntries = 20_000

interface VersionEntry {
  version: number
  sinceMs: number
  maxAgeMs: number
}

/** Knows when packs and pools have changed, from what is announced. */
export function createPackVersions(events: Events): PackVersions {
  let lastVersion = 0
  const entries = new LRUCache<string, VersionEntry>({ max: maxEntries })
  /** How often each room changed as a whole. */
  const roomVersions = new LRUCache<string, number>({ max: maxEntries })

  const shorten = (key: string, maxAgeMs: number): void => {
    const entry = entries.peek(key)
    if (entry) entry.maxAgeMs = Math.min(entry.maxAgeMs, maxAgeMs)
  }
  const versionOf = (key: string, nowMs: number): number => {
    const known = entries.get(key)
    if (known && Math.abs(nowMs - known.sinceMs) < known.maxAgeMs) return known.version
    const next = { version: ++lastVersion, sinceMs: nowMs, maxAgeMs: maxAgeMsAfter.none }
    entries.set(key, next)
    return next.version
  }
  /** A room that fell out of memory is another than it was: nothing of before is taken for it. */
  const roomVersion = (room: string): number => {
    const known = roomVersions.get(room) ?? ++lastVersion
    roomVersions.set(room, known)
    return known
  }
  const invalidate = (room: string | undefined): void => {
    if (room === undefined) roomVersions.clear()
    else roomVersions.set(room, ++lastVersion)
  }
  events.on(danmakuSent, (detail) => {
    if (!detail) return invalidate(undefined)
    shorten(`${detail.room} ${packAt(detail.danmaku.time)}`, maxAgeMsAfter.sent)
    shorten(detail.room, poolMaxAgeMs)
  })
  events.on(danmakuUpdated, (detail) => {
    if (!detail) return invalidate(undefined)
    for (const pack of detail.packs) shorten(`${detail.room} ${pack}`, maxAgeMsAfter[detail.by])
    if (detail.by === 'state') shorten(detail.room, poolMaxAgeMs)
  })
  events.on(danmakuChanged, (detail) => invalidate(detail?.room))
  return {
    packVersion(pool, pack, nowMs) {
      const room = roomName(pool)
      return `${roomVersion(room)}.${versionOf(`${room} ${pack}`, nowMs)}`
    },
    poolVersion(pool, nowMs) {
      const room = roomName(pool)
      return `${roomVersion(room)}.${versionOf(room, nowMs)}`
    },
  }
}
