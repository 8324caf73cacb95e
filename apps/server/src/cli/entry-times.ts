import { isCalendarDay } from '@yunmu/contract'
import { chinaDay, daySec, dayStartSec } from '@yunmu/contract/china-time'

/** Times as an operator types them, in China's time zone. */

/** Seconds since midnight of `20:00`; null if it is no time of day. */
function clockSec(text: string): number | null {
  const [, hours, minutes] = /^(\d{1,2})[:：](\d\d)$/.exec(text) ?? []
  if (Number(hours) > 23 || Number(minutes) > 59) return null
  return hours === undefined ? null : Number(hours) * 3600 + Number(minutes) * 60
}

/** Unix seconds of `2026-12-01 20:00` or `2026-12-01T20:00`; null if it is not such a time. */
function fullTimeSec(text: string): number | null {
  const [, day = '', clock = ''] = /^(\S{10})[ T](\S+)$/.exec(text) ?? []
  const sec = clockSec(clock)
  return sec === null || !isCalendarDay(day) ? null : dayStartSec(day) + sec
}

/** Unix seconds of a full time, or of a time of day today; null if it is neither. */
export function parseStartTime(text: string, nowSec: number): number | null {
  const sec = clockSec(text.trim())
  return sec === null ? fullTimeSec(text.trim()) : dayStartSec(chinaDay(nowSec)) + sec
}

/** Unix seconds of a full time, or of the first such time of day after the start; null if it is neither. */
export function parseEndTime(text: string, startSec: number): number | null {
  const sec = clockSec(text.trim())
  if (sec === null) return fullTimeSec(text.trim())
  const sameDaySec = dayStartSec(chinaDay(startSec)) + sec
  return sameDaySec > startSec ? sameDaySec : sameDaySec + daySec
}
