import type { PlayerState } from '../../../player/core/player-state.ts'
import { wallAt } from '../../../player/live/clock-rules.ts'

/**
 * Current moment on the danmaku time axis: seconds in an episode, or Unix seconds of a broadcast's picture. Null if the
 * broadcast's stream has no wall-clock time.
 */
export function momentAt({ clock }: Pick<PlayerState, 'clock'>, sec: number, isBroadcast: boolean): number | null {
  if (!isBroadcast) return sec
  const wallMs = clock && wallAt(clock.runs, sec)
  return wallMs === null ? null : wallMs / 1000
}

/** A danmaku further behind the picture than this no longer relates to it. Seconds. */
const recentSec = { vod: 5, broadcast: 60 } as const

/** Whether a new danmaku with a past moment is still shown. */
export const isRecent = (time: number, moment: number, isBroadcast: boolean): boolean =>
  time <= moment && moment - time <= recentSec[isBroadcast ? 'broadcast' : 'vod']
