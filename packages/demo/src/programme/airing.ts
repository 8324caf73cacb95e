import { chinaDay, daySec, dayStartSec, inChina } from '@yunmu/contract/china-time'
import type { Frequency } from './demo-title.ts'

/** When episodes air, relative to the moment at which the programme was seeded, in China time. */

const weekdays = '日一二三四五六'

/** Days from the next airing to the `step`th after it; negative steps are in the past. */
function daysFromNextAiring(frequency: Frequency, step: number): number {
  if (frequency === 'daily') return step
  if (frequency === 'weekly') return step * 7
  // Twice a week alternates between three and four days.
  return Math.floor(step / 2) * 7 + (step & 1) * 3
}

/** The time HH:MM on the day that begins at `midnightSec`. */
function atTimeOfDay(midnightSec: number, clock: string): number {
  const [hour = 0, minute = 0] = clock.split(':').map(Number)
  return midnightSec + hour * 3600 + minute * 60
}

/** When episode `level` airs, if `aired` episodes have aired and the next one airs at the next `clock` (HH:MM). Unix seconds. */
export function airTime(options: {
  nowSec: number
  aired: number
  frequency: Frequency
  clock: string
  level: number
}): number {
  const { nowSec, aired, frequency, clock, level } = options
  const today = atTimeOfDay(dayStartSec(chinaDay(nowSec)), clock)
  const next = today > nowSec ? today : today + daySec
  return next + daysFromNextAiring(frequency, level - aired - 1) * daySec
}

/** The update schedule as text, `每周一、五 20:00 更新`. */
export function scheduleText(options: { nextSec: number; frequency: Frequency; clock: string }): string {
  const { nextSec, frequency, clock } = options
  if (frequency === 'daily') return `每天 ${clock} 更新`
  const days = frequency === 'weekly' ? [0] : [0, 3]
  const numbers = days.map((day) => inChina(nextSec + day * daySec).getUTCDay())
  // A week begins on Monday.
  const ordered = numbers.toSorted((one, other) => ((one + 6) % 7) - ((other + 6) % 7))
  return `每周${ordered.map((day) => weekdays[day]).join('、')} ${clock} 更新`
}

/** When episode `level` of a completed show aired; level 1 airs on the premiere day. Unix seconds. */
export function pastAirTime(options: { premiere: string; frequency: Frequency; clock: string; level: number }): number {
  const { premiere, frequency, clock, level } = options
  const first = atTimeOfDay(dayStartSec(premiere), clock)
  return first + daysFromNextAiring(frequency, level - 1) * daySec
}
