/** A time in XMLTV, `20261121183000 +0800`: it may be cut from the right, and the zone may be absent. */
const TIME = /^\s*(\d{4})(\d{2})?(\d{2})?(\d{2})?(\d{2})?(\d{2})?\s*(Z|UTC|GMT|[+-]\d{2}:?\d{2})?\s*$/i
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

/** Cache of dates, most of which occur thousands of times: their UTC midnight in Unix seconds, or null. */
const days = new Map<string, number | null>()
const MAX_CACHED_DAYS = 1000

function midnightOf(year: string, month: string, day: string): number | null {
  const name = year + month + day
  const known = days.get(name)
  if (known !== undefined) return known
  const read = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day)))
  const isDay = read.getUTCMonth() + 1 === Number(month) && read.getUTCDate() === Number(day)
  const sec = isDay && Number(year) >= 1970 && Number(year) <= LATEST_YEAR ? read.getTime() / 1000 : null
  if (days.size < MAX_CACHED_DAYS) days.set(name, sec)
  return sec
}

/**
 * Parses an XMLTV time to Unix seconds; null if invalid. `defaultZoneMinutes` (east of Greenwich) applies to times
 * without a zone, which Chinese guides omit.
 */
export function parseXmltvTime(text: string, defaultZoneMinutes: number): number | null {
  const parts = TIME.exec(text)
  if (!parts) return null
  const [, year = '', month = '01', day = '01', hour = '00', minute = '00', second = '00', zone] = parts
  // Some guides write 24:00 for midnight at the end of a day; a leap second has 60 seconds.
  if (Number(hour) > 24 || Number(minute) > 59 || Number(second) > 60) return null
  const midnight = midnightOf(year, month, day)
  const offset = zone === undefined ? defaultZoneMinutes : zone === '+0800' ? CHINA_MINUTES : zoneMinutes(zone)
  if (midnight === null || offset === null) return null
  const sec = midnight + Number(hour) * 3600 + Number(minute) * 60 + Number(second) - offset * 60
  return sec >= 0 ? sec : null
}

const two = (value: number): string => String(value).padStart(2, '0')

/** Formats Unix seconds as an XMLTV time in a zone given in minutes east of Greenwich. */
export function renderXmltvTime(sec: number, inZoneMinutes: number): string {
  const moment = new Date((sec + inZoneMinutes * 60) * 1000).toISOString().slice(0, 19).replaceAll(/[^\d]/g, '')
  const minutes = Math.abs(inZoneMinutes)
  return `${moment} ${inZoneMinutes < 0 ? '-' : '+'}${two(Math.floor(minutes / 60))}${two(minutes % 60)}`
}
