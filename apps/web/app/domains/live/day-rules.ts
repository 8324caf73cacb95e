import { clockOf, chinaDay, daySec, dayStartSec } from '@yunmu/contract/china-time'

/** Difference of two dates (YYYY-MM-DD) in days; positive if the first is later. */
export const daysBetween = (day: string, other: string): number =>
  Math.round((dayStartSec(day) - dayStartSec(other)) / daySec)

interface DayTexts {
  today: string
  yesterday: string
  dayBeforeYesterday: string
  tomorrow: string
}

export function dayName(day: string, today: string, words: DayTexts): string {
  const names = new Map([
    [0, words.today],
    [-1, words.yesterday],
    [-2, words.dayBeforeYesterday],
    [1, words.tomorrow],
  ])
  return names.get(daysBetween(day, today)) ?? day.slice(5)
}

export const dayAndClock = (atSec: number, today: string, words: DayTexts): string =>
  `${dayName(chinaDay(atSec), today, words)} ${clockOf(atSec)}`

/** Day of the month. */
export const dayOfMonth = (day: string): number => Number(day.slice(8))
