import { roomName } from '@yunmu/contract'
import { LRUCache } from 'lru-cache'
import type { Events } from '../../platform/events/events.ts'
import { danmakuChanged, danmakuSent, danmakuTurned } from './danmaku-events.ts'
import { packAt, type Pool } from './danmaku-rules.ts'

/** A state of what a pack, or all of a pool, holds. The same state has the same name in this process, and no other has it. */
export interface PackStates {
  /** The state that a pack is given out in now. */
  packState(pool: Pool, pack: number, nowMs: number): string
  /** The state that what is said of a whole pool is in now. */
  poolState(pool: Pool, nowMs: number): string
}

/**
 * How long a state holds, from its beginning on, by what has happened since. What was sent is in the pack for those who
 * ask this much later: who is in the room has been told at once, and who comes asks with the last one that the pack had
 * for those since. What nobody told of, as a process may end before it has, is known after the longest.
 */
const restsMs = { none: 600_000, likes: 60_000, sent: 5000, state: 1000 }
/** Counts and heat lines are not read anew more often. */
const poolRestMs = 60_000
const mostStates = 20_000

interface State {
  serial: number
  sinceMs: number
  restMs: number
}

/** Knows when packs and pools have changed, from what is announced. */
export function createPackStates(events: Events): PackStates {
  let serial = 0
  const states = new LRUCache<string, State>({ max: mostStates })
  /** How often each room changed as a whole. */
  const rooms = new LRUCache<string, number>({ max: mostStates })

  const shorten = (key: string, restMs: number): void => {
    const state = states.peek(key)
    if (state) state.restMs = Math.min(state.restMs, restMs)
  }
  const stateOf = (key: string, nowMs: number): number => {
    const known = states.get(key)
    if (known && Math.abs(nowMs - known.sinceMs) < known.restMs) return known.serial
    const next = { serial: ++serial, sinceMs: nowMs, restMs: restsMs.none }
    states.set(key, next)
    return next.serial
  }
  /** A room that fell out of memory is another than it was: nothing of before is taken for it. */
  const roomSerial = (room: string): number => {
    const known = rooms.get(room) ?? ++serial
    rooms.set(room, known)
    return known
  }
  const renew = (room: string | undefined): void => {
    if (room === undefined) rooms.clear()
    else rooms.set(room, ++serial)
  }
  events.on(danmakuSent, (detail) => {
    if (!detail) return renew(undefined)
    shorten(`${detail.room} ${packAt(detail.danmaku.time)}`, restsMs.sent)
    shorten(detail.room, poolRestMs)
  })
  events.on(danmakuTurned, (detail) => {
    if (!detail) return renew(undefined)
    for (const pack of detail.packs) shorten(`${detail.room} ${pack}`, restsMs[detail.by])
    if (detail.by === 'state') shorten(detail.room, poolRestMs)
  })
  events.on(danmakuChanged, (detail) => renew(detail?.room))
  return {
    packState(pool, pack, nowMs) {
      const room = roomName(pool)
      return `${roomSerial(room)}.${stateOf(`${room} ${pack}`, nowMs)}`
    },
    poolState(pool, nowMs) {
      const room = roomName(pool)
      return `${roomSerial(room)}.${stateOf(room, nowMs)}`
    },
  }
}
