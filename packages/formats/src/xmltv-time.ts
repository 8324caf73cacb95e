/** `20261121183000 +0800` as XMLTV writes moments: less may be written from the right, and the zone may be absent. */
const MOMENT = /^\s*(\d{4})(\d{2})?(\d{2})?(\d{2})?(\d{2})?(\d{2})?\s*(Z|UTC|GMT|[+-]\d{2}:?\d{2})?\s*$/i
const ZONE = /^([+-])(\d{2}):?(\d{2})$/
const LATEST_YEAR = 2200
const CHINA_MINUTES = 8 * 60

function zoneMinutes(zone: string): number | null {
  const parts = ZONE.exec(zone)
  if (!parts) return 0
  const [, sign, hours, minutes] = parts
  if (Number(hours) > 14 || Number(minutes) > 59) return null
  return (Number(hours) * 60 + Number(minutes)) * (sign === '-' ? -1 : 1)
}

/** Days that guides name, most of which come thousands of times: the moment of their midnight in Greenwich, or null. */
const days = new Map<string, number | null>()
const REMEMBERED_DAYS = 1000

function midnightOf(year: string, month: string, day: string): number | null {
  const name = year + month + day
  const known = days.get(name)
  if (known !== undefined) return known
  const read = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day)))
  const isDay = read.getUTCMonth() + 1 === Number(month) && read.getUTCDate() === Number(day)
  const sec = isDay && Number(year) >= 1970 && Number(year) <= LATEST_YEAR ? read.getTime() / 1000 : null
  if (days.size < REMEMBERED_DAYS) days.set(name, sec)
  return sec
}

/**
 * A moment of XMLTV in Unix seconds, or null where it is none. `defaultZoneMinutes` east of Greenwich is what a moment
 * without a zone is told in: China's television does not write it.
 */
export function readXmltvTime(text: string, defaultZoneMinutes: number): number | null {
  const parts = MOMENT.exec(text)
  if (!parts) return null
  const [, year = '', month = '01', day = '01', hour = '00', minute = '00', second = '00', zone] = parts
  // 24:00 is how some write midnight at the end of a day; seconds are 60 at a leap second.
  if (Number(hour) > 24 || Number(minute) > 59 || Number(second) > 60) return null
  const midnight = midnightOf(year, month, day)
  const offset = zone === undefined ? defaultZoneMinutes : zone === '+0800' ? CHINA_MINUTES : zoneMinutes(zone)
  if (midnight === null || offset === null) return null
  const sec = midnight + Number(hour) * 3600 + Number(minute) * 60 + Number(second) - offset * 60
  return sec >= 0 ? sec : null
}

const two = (value: number): string => String(value).padStart(2, '0')

/** A moment in Unix seconds as XMLTV writes it, told in a zone of so many minutes east of Greenwich. */
export function renderXmltvTime(sec: number, inZoneMinutes: number): string {
  const moment = new Date((sec + inZoneMinutes * 60) * 1000).toISOString().slice(0, 19).replaceAll(/[^\d]/g, '')
  const minutes = Math.abs(inZoneMinutes)
  return `${moment} ${inZoneMinutes < 0 ? '-' : '+'}${two(Math.floor(minutes / 60))}${two(minutes % 60)}`
}
