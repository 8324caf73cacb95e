/**
 * Days and times that the station sets for everybody are in China's time zone, independent of device and server: programmes,
 * airings, updates, matches, rankings, the end of a membership or mute. Those of what a viewer did or was told are in the
 * device's (`apps/web/app/lib/text/day-text.ts`).
 */

const offsetSec = 8 * 3600
export const daySec = 24 * 3600

/** A date whose UTC fields contain China's local time. */
export const inChina = (atSec: number): Date => new Date((atSec + offsetSec) * 1000)

const isoText = (atSec: number): string => inChina(atSec).toISOString()

/** `20:05`. */
export const clockOf = (atSec: number): string => isoText(atSec).slice(11, 16)

/** `20:05:12`. */
export const fullClockOf = (atSec: number): string => isoText(atSec).slice(11, 19)

/** `2026-11-21`. */
export const chinaDay = (atSec: number): string => isoText(atSec).slice(0, 10)

/** Days since 1970-01-01. */
export const chinaDayNumber = (atSec: number): number => Math.floor((atSec + offsetSec) / daySec)

/** Start of a day (YYYY-MM-DD), Unix seconds. */
export const dayStartSec = (day: string): number => Date.parse(`${day}T00:00:00Z`) / 1000 - offsetSec

/** Start and end of a day (YYYY-MM-DD), end exclusive. Unix seconds. */
export function daySpan(day: string): { fromSec: number; toSec: number } {
  const fromSec = dayStartSec(day)
  return { fromSec, toSec: fromSec + daySec }
}
