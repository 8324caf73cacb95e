import { chinaDay } from '../../platform/china-day.ts'

/** Days and weeks where the audience lives. Days are YYYY-MM-DD. */

const daySec = 24 * 3600

/** The moments of a day: from its midnight on, up to the next one. Unix seconds. */
export function spanOf(day: string): { fromSec: number; toSec: number } {
  const fromSec = Date.parse(`${day}T00:00:00+08:00`) / 1000
  return { fromSec, toSec: fromSec + daySec }
}

/** The day that a segment names: `0` is today. */
export const dayNamed = (segment: string, nowMs: number): string => (segment === '0' ? chinaDay(nowMs) : segment)

/** The seven days of the week that holds a day, Monday first. */
export function weekOf(day: string): string[] {
  const noonSec = spanOf(day).fromSec + daySec / 2
  const sinceMonday = (new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7
  return Array.from({ length: 7 }, (_, at) => chinaDay((noonSec + (at - sinceMonday) * daySec) * 1000))
}
