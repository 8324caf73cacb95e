import type { PlayerState } from '../../../player/core/player-state.ts'
import { wallAt } from '../../../player/live/clock-rules.ts'

/**
 * The moment of a picture as danmaku count it: seconds in an episode, or, of a broadcast, the time of day of what is shown.
 * Null where the picture of a broadcast does not tell its time.
 */
export function momentAt({ clock }: Pick<PlayerState, 'clock'>, sec: number, isBroadcast: boolean): number | null {
  if (!isBroadcast) return sec
  const wallMs = clock && wallAt(clock.runs, sec)
  return wallMs === null ? null : wallMs / 1000
}

/** Further behind the picture than this, what somebody says at this moment is about something else. Seconds. */
const stillNewSec = { vod: 5, broadcast: 60 } as const

/** Whether what is said just now, of a moment that is past, is shown all the same. */
export const isStillNew = (time: number, moment: number, isBroadcast: boolean): boolean =>
  time <= moment && moment - time <= stillNewSec[isBroadcast ? 'broadcast' : 'vod']
