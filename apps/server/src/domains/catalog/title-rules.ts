import type { Episode } from '@yunmu/contract'

/** Pure rules of titles and episodes. */

const freshForSec = 7 * 24 * 3600

/** When a title is no longer a new one. */
export const freshUntilSec = (createdSec: number): number => createdSec + freshForSec

/** Whether a title was added less than a week ago. */
export const isFresh = (createdSec: number, nowSec: number): boolean => nowSec < freshUntilSec(createdSec)

/** The mean of all scores, one decimal; 0 if there are none. */
export function scoreOf(sumTenths: number, count: number): number {
  return count === 0 ? 0 : Math.round(sumTenths / count) / 10
}

/** The state of an episode for visitors now: before its air date it is `coming`, even if its file is ready. */
export function episodeState(
  episode: { state: 'ready' | 'pending' | 'broken'; airAt: number | null },
  nowSec: number,
): Episode['state'] {
  return episode.airAt !== null && episode.airAt > nowSec ? 'coming' : episode.state
}

interface EpisodeFacts {
  state: 'ready' | 'pending' | 'broken'
  air_at: number | null
  has_asset: boolean
}

/**
 * The sources that visitors see: where another one plays, those are left out that have nothing to play and wait for nothing,
 * because all their films lay elsewhere and are dead, or on hosts that are not allowed.
 */
export function shownSources<Source extends { episodes: readonly EpisodeFacts[] }>(
  sources: readonly Source[],
  nowSec: number,
): Source[] {
  const plays = ({ state, air_at }: EpisodeFacts): boolean => state === 'ready' && (air_at ?? 0) <= nowSec
  const isVain = ({ state, air_at, has_asset }: EpisodeFacts): boolean =>
    state === 'pending' && !has_asset && (air_at ?? 0) <= nowSec
  if (!sources.some(({ episodes }) => episodes.some(plays))) return [...sources]
  return sources.filter(({ episodes }) => !episodes.every(isVain))
}

/** The days that a ranking covers, today included. */
export const rankedDays = { day: 1, week: 7, month: 30 } as const

/** Limit of counted plays per title, network and day, however many browsers the clients claim to be. */
export const maxPlaysPerNetwork = 20
