/** `20261121183000 +0800` as XMLTV writes moments: less may be written from the right, and the zone may be absent. */
const MOMENT = /^\s*(\d{4})(\d{2})?(\d{2})?(\d{2})?(\d{2})?(\d{2})?\s*(Z|UTC|GMT|[+-]\d{2}:?\d{2})?\s*$/i
const ZONE = /^([+-])(\d{2}):?(\d{2})$/
const LATEST_YEAR = 2200

function zoneMinutes(zone: string): number | null {
  const parts = ZONE.exec(zone)
  if (!parts) return 0
  const [, sign, hours, minutes] = parts
  if (Number(hours) > 14 || Number(minutes) > 59) return null
  return (Number(hours) * 60 + Number(minutes)) * (sign === '-' ? -1 : 1)
}

/**
 * A moment of XMLTV in Unix seconds, or null where it is none. `defaultZoneMinutes` east of Greenwich is what a moment
 * without a zone is told in: China's television does not write it.
 */
export function readXmltvTime(text: string, defaultZoneMinutes: number): number | null {
  const [, year = '', month = '01', day = '01', hour = '00', minute = '00', second = '00', zone] =
    MOMENT.exec(text) ?? []
  if (year === '' || Number(year) < 1970 || Number(year) > LATEST_YEAR) return null
  // 24:00 is how some write midnight at the end of a day; seconds are 60 at a leap second.
  if (Number(hour) > 24 || Number(minute) > 59 || Number(second) > 60) return null
  const dayMs = Date.UTC(Number(year), Number(month) - 1, Number(day))
  const read = new Date(dayMs)
  if (read.getUTCMonth() + 1 !== Number(month) || read.getUTCDate() !== Number(day)) return null
  const offset = zone === undefined ? defaultZoneMinutes : zoneMinutes(zone)
  if (offset === null) return null
  const sec = dayMs / 1000 + Number(hour) * 3600 + Number(minute) * 60 + Number(second) - offset * 60
  return sec >= 0 ? sec : null
}

const two = (value: number): string => String(value).padStart(2, '0')

/** A moment in Unix seconds as XMLTV writes it, told in a zone of so many minutes east of Greenwich. */
export function renderXmltvTime(sec: number, inZoneMinutes: number): string {
  const moment = new Date((sec + inZoneMinutes * 60) * 1000).toISOString().slice(0, 19).replaceAll(/[^\d]/g, '')
  const minutes = Math.abs(inZoneMinutes)
  return `${moment} ${inZoneMinutes < 0 ? '-' : '+'}${two(Math.floor(minutes / 60))}${two(minutes % 60)}`
}
