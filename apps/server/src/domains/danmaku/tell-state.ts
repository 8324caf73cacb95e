import { roomName, type Danmaku, type TextState } from '@yunmu/contract'
import type { Events } from '../../platform/events/events.ts'
import { danmakuGone, danmakuTurned } from './danmaku-events.ts'
import { packAt, type Pool } from './danmaku-rules.ts'

/** An announcement carries no more. */
const atOnce = 200

/** What became of one. */
export interface StateTurn {
  id: string
  /** Who wrote it; what is held stays before their eyes. */
  userId?: number | null
  pool: Pool
  was: TextState
  state: TextState
  danmaku: Pick<Danmaku, 'time'>
}

/** Tells those in the rooms what is not to be seen any more; whoever comes finds packs as they are now. */
export function tellState(events: Events, changed: readonly StateTurn[]): void {
  for (const [room, those] of Map.groupBy(changed, ({ pool }) => roomName(pool))) {
    const gone = those.filter(({ was }) => was === 'shown')
    for (const [unaware, ofOne] of Map.groupBy(gone, whoKeepsSeeing)) {
      const whom = unaware === null ? {} : { exceptUserId: unaware }
      for (let at = 0; at < ofOne.length; at += atOnce)
        events.announce(danmakuGone, { room, ids: ofOne.slice(at, at + atOnce).map(({ id }) => id), ...whom })
    }
    const seen = those.filter(({ was, state }) => was === 'shown' || state === 'shown')
    const packs = [...new Set(seen.map(({ danmaku }) => packAt(danmaku.time)))]
    for (let at = 0; at < packs.length; at += atOnce)
      events.announce(danmakuTurned, { room, packs: packs.slice(at, at + atOnce), by: 'state' })
  }
}

const whoKeepsSeeing = ({ state, userId }: StateTurn): number | null => (state === 'held' ? (userId ?? null) : null)
