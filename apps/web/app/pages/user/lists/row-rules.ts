import type { Match, OwnComment } from '@yunmu/contract'
import { detailsUrl, liveUrl, matchUrl } from '../../../lib/urls.ts'

/** Pure rules of the lists of channels, matches and comments. Times are Unix seconds. */

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

/** Page of a comment's subject; null if it was deleted. */
export function subjectUrl({ kind, id, pidId, types, gone }: OwnComment['about']): string | null {
  if (gone) return null
  if (kind === 'vod') return detailsUrl({ pidId, id })
  return kind === 'live' ? liveUrl({ types, stream: 0, id }) : matchUrl({ id, stream: 0 })
}
