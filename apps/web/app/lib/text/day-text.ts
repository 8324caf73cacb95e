/**
 * Days in the device's time zone: of what a viewer did or was told, such as watches, comments, messages and sessions. What the
 * station sets for everybody, such as programmes, airings, matches and the end of a membership, is of China's days
 * (`@yunmu/contract/china-time`).
 */

/** Pads a number to two digits. */
export const two = (number: number): string => String(number).padStart(2, '0')

/** `2026-12-21`. */
export function ownDay(timeSec: number): string {
  const moment = new Date(timeSec * 1000)
  return `${moment.getFullYear()}-${two(moment.getMonth() + 1)}-${two(moment.getDate())}`
}

/** `20:05`. */
export function ownClock(timeSec: number): string {
  const moment = new Date(timeSec * 1000)
  return `${two(moment.getHours())}:${two(moment.getMinutes())}`
}

/** How many midnights were between a time and now; negative for times of later days. */
export const daysAgo = (timeSec: number, nowSec: number): number => dayNumber(nowSec) - dayNumber(timeSec)

/** Calendar day number, independent of daylight saving time. */
const dayNumber = (timeSec: number): number => Math.round(Date.parse(`${ownDay(timeSec)}T00:00:00Z`) / 86_400_000)
