import type { Episode } from '@yunmu/contract'

/** Pure decisions about titles and episodes. */

const freshForSec = 7 * 24 * 3600

/** On the shelf for less than a week. */
export const isFresh = (createdSec: number, nowSec: number): boolean => nowSec - createdSec < freshForSec

/** The mean of all scores, one decimal, 0 where nobody has scored. */
export function scoreOf(sumTenths: number, count: number): number {
  return count === 0 ? 0 : Math.round(sumTenths / count) / 10
}

/** What an episode is to a visitor now: one that has not aired is coming, whatever lies ready. */
export function episodeState(
  episode: { state: 'ready' | 'pending' | 'broken'; airAt: number | null },
  nowSec: number,
): Episode['state'] {
  return episode.airAt !== null && episode.airAt > nowSec ? 'coming' : episode.state
}

/** The days that a ranking adds up, today included. */
export const rankedDays = { day: 1, week: 7, month: 30 } as const

/** Plays of one title that the visitors of one house may have counted on one day, however many browsers they name. */
export const maxPlaysPerNetwork = 20
