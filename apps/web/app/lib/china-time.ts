/** The audience lives in China: days and clocks of what is shown are China's, wherever the device is. */

const offsetSec = 8 * 3600
export const daySec = 24 * 3600

const written = (atSec: number): string => new Date((atSec + offsetSec) * 1000).toISOString()

/** `20:05`. */
export const clockOf = (atSec: number): string => written(atSec).slice(11, 16)

/** `20:05:12`. */
export const fullClockOf = (atSec: number): string => written(atSec).slice(11, 19)

/** `2026-11-21`. */
export const dayOf = (atSec: number): string => written(atSec).slice(0, 10)

/** When a day (YYYY-MM-DD) begins, Unix seconds. */
export const dayStartSec = (day: string): number => Date.parse(`${day}T00:00:00Z`) / 1000 - offsetSec
