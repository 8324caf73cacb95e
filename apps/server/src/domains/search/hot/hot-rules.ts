import { chinaDay } from '@yunmu/contract/china-time'
/** Rules of hot keywords. */

const dayMs = 24 * 3600 * 1000

/** Days whose searches count. */
export const countedDays = 7
/** Weight of a search relative to one of the next day: it halves in two days. */
export const dailyDecay = 0.7
/** Words counted per network and day; more than that is no person. */
export const maxWordsPerNetwork = 40
/** Networks that must have searched for a word on one day before it is shown: what one searches for is private. */
export const minNetworks = 2
/** Minimum length of a hot keyword: a single character says nothing. */
export const minCharacters = 2

/** The calendar day in China, YYYY-MM-DD, `daysEarlier` days before a moment. */
export function searchDay(nowMs: number, daysEarlier = 0): string {
  return chinaDay((nowMs - daysEarlier * dayMs) / 1000)
}
