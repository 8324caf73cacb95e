/** An account that is to be deleted can be kept for so long. */
const graceDays = 30

const two = (number: number): string => String(number).padStart(2, '0')

/** `2026-12-21`, by this device's calendar. */
export function dayOf(timeSec: number): string {
  const moment = new Date(timeSec * 1000)
  return `${moment.getFullYear()}-${two(moment.getMonth() + 1)}-${two(moment.getDate())}`
}

/** When an account would go that is asked to be deleted now, Unix seconds. */
export const leavingSec = (nowSec: number): number => nowSec + graceDays * 86_400
