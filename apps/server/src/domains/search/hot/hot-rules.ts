import { chinaDay } from '@yunmu/contract/china-time'
/** Pure decisions about hot keywords. */

const dayMs = 24 * 3600 * 1000

/** Days whose searches count. */
export const countedDays = 7
/** What a search is worth a day later: after two days a word has lost half. */
export const keptPerDay = 0.7
/** Words that one network may have counted on one day; nobody has so many wishes. */
export const mostWordsPerNetwork = 40
/** Networks that must have searched for a word on one day before others read it: what one alone wants is its own. */
export const fewestNetworks = 2
/** Characters that a hot word has at least: a single one is the beginning of anything. */
export const fewestCharacters = 2

/** The calendar day of a moment where the audience lives, YYYY-MM-DD, some days earlier. */
export function searchDay(nowMs: number, daysEarlier = 0): string {
  return chinaDay((nowMs - daysEarlier * dayMs) / 1000)
}
