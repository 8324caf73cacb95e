/** Pads a number to two digits. */
export const two = (number: number): string => String(number).padStart(2, '0')

/** `2026-12-21` in the device's time zone. */
export function dayText(timeSec: number): string {
  const moment = new Date(timeSec * 1000)
  return `${moment.getFullYear()}-${two(moment.getMonth() + 1)}-${two(moment.getDate())}`
}
