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

/** The days that a ranking covers, today included. */
export const rankedDays = { day: 1, week: 7, month: 30 } as const

/** Limit of counted plays per title, network and day, however many browsers the clients claim to be. */
export const maxPlaysPerNetwork = 20
