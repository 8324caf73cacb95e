import { clockOf, chinaDay, daySec, dayStartSec } from '@yunmu/contract/china-time'

/** Days between two, YYYY-MM-DD; positive where the first is later. */
export const daysBetween = (day: string, other: string): number =>
  Math.round((dayStartSec(day) - dayStartSec(other)) / daySec)

/** Days later (negative: earlier), YYYY-MM-DD. */
export const dayAfter = (day: string, days: number): string => chinaDay(dayStartSec(day) + days * daySec)

interface DayWords {
  today: string
  yesterday: string
  dayBeforeYesterday: string
  tomorrow: string
}

/** `今天`, `昨天`, else `11-19`. */
export function dayName(day: string, today: string, words: DayWords): string {
  const names = new Map([
    [0, words.today],
    [-1, words.yesterday],
    [-2, words.dayBeforeYesterday],
    [1, words.tomorrow],
  ])
  return names.get(daysBetween(day, today)) ?? day.slice(5)
}

/** `今天 18:35`. */
export const dayAndClock = (atSec: number, today: string, words: DayWords): string =>
  `${dayName(chinaDay(atSec), today, words)} ${clockOf(atSec)}`

/** Of the month. */
export const dateOf = (day: string): number => Number(day.slice(8))
