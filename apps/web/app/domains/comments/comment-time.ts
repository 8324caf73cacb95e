import { inChina } from '@yunmu/contract/china-time'
import { timeLabelSec } from '@yunmu/contract/constants'
import { daysAgo, ownClock } from '../../lib/text/day-text.ts'
import type { commentTexts } from './comment-texts.ts'

type Words = (typeof commentTexts)['s']

const hourSec = 3600

/**
 * Formats a time in Unix seconds relative to now, in the device's time zone. Until the current time is known (null),
 * shows the date in China's time zone, which is the same on the server and in the browser.
 */
export function timeText(timeSec: number, nowSec: number | null, texts: Words): string {
  if (nowSec === null) {
    const day = inChina(timeSec)
    return texts.day(null, day.getUTCMonth() + 1, day.getUTCDate())
  }
  const agoSec = nowSec - timeSec
  if (agoSec < timeLabelSec.justNow) return texts.justNow
  if (agoSec < hourSec) return texts.minutesAgo(Math.max(1, Math.floor(agoSec / 60)))
  const days = daysAgo(timeSec, nowSec)
  if (days === 0) return texts.today(ownClock(timeSec))
  if (days === 1) return texts.yesterday(ownClock(timeSec))
  const [moment, now] = [new Date(timeSec * 1000), new Date(nowSec * 1000)]
  const year = moment.getFullYear()
  return texts.day(year === now.getFullYear() ? null : year, moment.getMonth() + 1, moment.getDate())
}
