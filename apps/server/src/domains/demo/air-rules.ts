import { chinaDay, daySec, dayStartSec, inChina } from '@yunmu/contract/china-time'
import type { Pace } from './programme/demo-title.ts'

/** When programmes air, counted from the moment at which the station first started. The audience lives in China. */

const weekdays = '日一二三四五六'

/** Days from the next airing to the one `step` places later; negative steps lie in the past. */
function daysAfterNext(pace: Pace, step: number): number {
  if (pace === 'daily') return step
  if (pace === 'weekly') return step * 7
  // Twice a week means three days on, four days on.
  return Math.floor(step / 2) * 7 + (step & 1) * 3
}

/** When a clock shows HH:MM on the day that begins at a midnight. */
function atClock(midnightSec: number, clock: string): number {
  const [hour = 0, minute = 0] = clock.split(':').map(Number)
  return midnightSec + hour * 3600 + minute * 60
}

/** When episode `level` airs if `aired` have by now and the next one comes at the next `clock` (HH:MM). Unix seconds. */
export function airTime(options: { nowSec: number; aired: number; pace: Pace; clock: string; level: number }): number {
  const { nowSec, aired, pace, clock, level } = options
  const today = atClock(dayStartSec(chinaDay(nowSec)), clock)
  const next = today > nowSec ? today : today + daySec
  return next + daysAfterNext(pace, level - aired - 1) * daySec
}

/** `每周五、一 20:00 更新`, in the words of a programme guide. */
export function scheduleWords(options: { nextSec: number; pace: Pace; clock: string }): string {
  const { nextSec, pace, clock } = options
  if (pace === 'daily') return `每天 ${clock} 更新`
  const days = pace === 'weekly' ? [0] : [0, 3]
  const numbers = days.map((day) => inChina(nextSec + day * daySec).getUTCDay())
  // A week begins on Monday.
  const ordered = numbers.toSorted((one, other) => ((one + 6) % 7) - ((other + 6) % 7))
  return `每周${ordered.map((day) => weekdays[day]).join('、')} ${clock} 更新`
}

/** The airing days of a programme that is over: `level` 1 on its premiere. Unix seconds. */
export function pastAirTime(options: { premiere: string; pace: Pace; clock: string; level: number }): number {
  const { premiere, pace, clock, level } = options
  const first = atClock(dayStartSec(premiere), clock)
  return first + daysAfterNext(pace, level - 1) * daySec
}
