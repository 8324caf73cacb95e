import { roomName, type TextState } from '@yunmu/contract'
import type { Events } from '../../platform/events.ts'
import { danmakuChanged, danmakuGone } from './danmaku-events.ts'
import type { Pool } from './danmaku-rules.ts'

/** An announcement carries no more. */
const atOnce = 200

/** What became of one. */
export interface StateTurn {
  id: string
  pool: Pool
  was: TextState
  state: TextState
}

/** Tells those in the rooms what is not to be seen any more, and whoever comes what has come up again. */
export function tellState(events: Events, changed: readonly StateTurn[]): void {
  for (const [room, those] of Map.groupBy(changed, ({ pool }) => roomName(pool))) {
    const gone = those.filter(({ was }) => was === 'shown').map(({ id }) => id)
    for (let at = 0; at < gone.length; at += atOnce)
      events.announce(danmakuGone, { room, ids: gone.slice(at, at + atOnce) })
    if (those.some(({ state }) => state === 'shown')) events.announce(danmakuChanged, { room })
  }
}
