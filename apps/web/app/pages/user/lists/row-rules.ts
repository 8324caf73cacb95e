import type { Match } from '@yunmu/contract'

/** Pure rules of the lists of matches. Times are Unix seconds. */

/** Displayed state of a match; minutes are shown within the last hour before it. */
export type MatchStatus =
  | { kind: 'upcoming' }
  | { kind: 'soon'; minutes: number }
  | { kind: 'live'; minute: number | null }
  | { kind: 'over' }

export function matchStatusOf(
  { state, start, minute }: Pick<Match, 'state' | 'start' | 'minute'>,
  nowSec: number,
): MatchStatus {
  if (state === 'live') return { kind: 'live', minute }
  if (state === 'over') return { kind: 'over' }
  const minutes = Math.ceil((start - nowSec) / 60)
  return minutes > 0 && minutes < 60 ? { kind: 'soon', minutes } : { kind: 'upcoming' }
}

/** The losing side of a finished match; null while it is not over and for a draw. */
export function loserOf({ state, score }: Pick<Match, 'state' | 'score'>): 'home' | 'away' | null {
  if (state !== 'over' || score === null || score[0] === score[1]) return null
  return score[0] < score[1] ? 'home' : 'away'
}
