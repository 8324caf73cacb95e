import { chinaDay, daySec, dayStartSec } from '@yunmu/contract/china-time'

/** Days and weeks in China's time zone. Days are YYYY-MM-DD. */

/** Parses a day in an address: `0` is today. */
export const parseDay = (segment: string, nowMs: number): string => (segment === '0' ? chinaDay(nowMs / 1000) : segment)

/** The seven days of the week that contains a day, Monday first. */
export function weekOf(day: string): string[] {
  const noonSec = dayStartSec(day) + daySec / 2
  const sinceMonday = (new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7
  return Array.from({ length: 7 }, (_, at) => chinaDay(noonSec + (at - sinceMonday) * daySec))
}
