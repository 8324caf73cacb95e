const two = (number: number): string => String(number).padStart(2, '0')

/** `12:46`, or `23:12:46` from an hour on; `00:00` when nothing is left. Transfers may take days, which are counted apart. */
export function timeLeft(leftSec: number): { days: number; clock: string } {
  const sec = Math.max(0, leftSec)
  const days = Math.floor(sec / 86_400)
  const hours = Math.floor((sec % 86_400) / 3600)
  const clock = `${two(Math.floor((sec % 3600) / 60))}:${two(sec % 60)}`
  return { days, clock: days > 0 || hours > 0 ? `${two(hours)}:${clock}` : clock }
}

/** Minutes that are announced when so much is left. */
const announcedMinutes = [1, 5] as const

/** How many minutes to announce: the smallest limit that the rest is within, but more than a limit's minute ago. 0 is none. */
export function minutesToAnnounce(leftSec: number): number {
  if (leftSec <= 0) return 0
  return announcedMinutes.find((minutes) => leftSec <= minutes * 60) ?? 0
}

/** How much of the time is left, 0 to 1. */
export function restOf({ createdAt, expires }: { createdAt: number; expires: number }, nowSec: number): number {
  const span = expires - createdAt
  return span <= 0 ? 0 : Math.min(1, Math.max(0, (expires - nowSec) / span))
}

const daySec = 86_400

/** Days in which a refund can still be asked for, the begun one as well: right after the payment all that are promised. */
export const daysToAsk = (paidAt: number, coolingOffDays: number, nowSec: number): number =>
  Math.max(0, Math.min(coolingOffDays, Math.ceil((paidAt + coolingOffDays * daySec - nowSec) / daySec)))
