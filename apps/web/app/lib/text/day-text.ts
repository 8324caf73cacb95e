/** A number of a clock or calendar in two digits. */
export const two = (number: number): string => String(number).padStart(2, '0')

/** `2026-12-21`, by this device's calendar. */
export function dayText(timeSec: number): string {
  const moment = new Date(timeSec * 1000)
  return `${moment.getFullYear()}-${two(moment.getMonth() + 1)}-${two(moment.getDate())}`
}
