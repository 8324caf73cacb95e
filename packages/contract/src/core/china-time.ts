/** The audience lives in China: days and clocks of what is shown are China's, wherever the device or the server is. */

const offsetSec = 8 * 3600
export const daySec = 24 * 3600

/** A date whose UTC fields read what China's calendar and clocks read at a moment. */
export const inChina = (atSec: number): Date => new Date((atSec + offsetSec) * 1000)

const written = (atSec: number): string => inChina(atSec).toISOString()

/** `20:05`. */
export const clockOf = (atSec: number): string => written(atSec).slice(11, 16)

/** `20:05:12`. */
export const fullClockOf = (atSec: number): string => written(atSec).slice(11, 19)

/** `2026-11-21`. */
export const chinaDay = (atSec: number): string => written(atSec).slice(0, 10)

/** Days since the beginning of 1970. */
export const chinaDayNumber = (atSec: number): number => Math.floor((atSec + offsetSec) / daySec)

/** When a day (YYYY-MM-DD) begins, Unix seconds. */
export const dayStartSec = (day: string): number => Date.parse(`${day}T00:00:00Z`) / 1000 - offsetSec

/** The moments of a day (YYYY-MM-DD): from its midnight on, up to the next one. Unix seconds. */
export function daySpan(day: string): { fromSec: number; toSec: number } {
  const fromSec = dayStartSec(day)
  return { fromSec, toSec: fromSec + daySec }
}
