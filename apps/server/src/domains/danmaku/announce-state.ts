import { roomName, type Danmaku, type TextState } from '@yunmu/contract'
import type { Events } from '../../platform/events/events.ts'
import { danmakuRemoved, danmakuUpdated } from './danmaku-events.ts'
import { packAt, type Pool } from './danmaku-rules.ts'

/** An event carries at most this many ids. */
const maxPerEvent = 200

/** A change of a danmaku's state. */
export interface StateChange {
  id: string
  /** The author, who still sees it while it is held. */
  userId?: number | null
  pool: Pool
  was: TextState
  state: TextState
  danmaku: Pick<Danmaku, 'time'>
}

/** Announces hidden danmaku to the rooms, and the packs that changed. */
export function announceStateChanges(events: Events, changed: readonly StateChange[]): void {
  for (const [room, inRoom] of Map.groupBy(changed, ({ pool }) => roomName(pool))) {
    const hidden = inRoom.filter(({ was }) => was === 'shown')
    for (const [exceptUser, forUser] of Map.groupBy(hidden, stillVisibleTo)) {
      const exception = exceptUser === null ? {} : { exceptUserId: exceptUser }
      for (let at = 0; at < forUser.length; at += maxPerEvent)
        events.announce(danmakuRemoved, {
          room,
          ids: forUser.slice(at, at + maxPerEvent).map(({ id }) => id),
          ...exception,
        })
    }
    const affected = inRoom.filter(({ was, state }) => was === 'shown' || state === 'shown')
    const packs = [...new Set(affected.map(({ danmaku }) => packAt(danmaku.time)))]
    for (let at = 0; at < packs.length; at += maxPerEvent)
      events.announce(danmakuUpdated, { room, packs: packs.slice(at, at + maxPerEvent), by: 'state' })
  }
}

const stillVisibleTo = ({ state, userId }: StateChange): number | null => (state === 'held' ? (userId ?? null) : null)
