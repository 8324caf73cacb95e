import { roomName } from '@yunmu/contract'
import { LRUCache } from 'lru-cache'
import type { Events } from '../../platform/events/events.ts'
import { danmakuChanged, danmakuSent, danmakuUpdated } from './danmaku-events.ts'
import { packAt, type Pool } from './danmaku-rules.ts'

/** Versions of packs and pools. The same version means the same content, within this process. */
export interface PackVersions {
  /** The current version of a pack. */
  packVersion(pool: Pool, pack: number, nowMs: number): string
  /** The current version of a pool as a whole. */
  poolVersion(pool: Pool, nowMs: number): string
}

/**
 * How long a version is valid from its start, by what has happened since. A sent danmaku may be missing from the pack
 * that long: viewers in the room got it by event, and new ones catch up from the pack's last one. `none` bounds the
 * delay if an event is lost, for instance when a process ends before it announces.
 */
const maxAgeMsAfter = { none: 600_000, likes: 60_000, sent: 5000, state: 1000 }
/** Minimum interval between new versions of counts and heat lines. */
const poolMaxAgeMs = 60_000
const maxEntries = 20_000

interface VersionEntry {
  version: number
  sinceMs: number
  maxAgeMs: number
}

/** Derives versions of packs and pools from events. */
export function createPackVersions(events: Events): PackVersions {
  let lastVersion = 0
  const entries = new LRUCache<string, VersionEntry>({ max: maxEntries })
  /** The version of each room as a whole. */
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
  /** An evicted entry gets a new version, so that no older content is taken for current. */
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
