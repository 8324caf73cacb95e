/** An event of a calendar. Times are Unix seconds. */
export interface CalendarEvent {
  /** Unique in the world, and the same in every version. */
  uid: string
  /** Grows with each change. */
  sequence: number
  changedSec: number
  startSec: number
  durationSec: number
  summary: string
  location: string
  description: string
  category: string
  url: string
  status: 'CONFIRMED' | 'TENTATIVE' | 'CANCELLED'
}

export interface Calendar {
  name: string
  /** How often it should be read again. */
  refreshMinutes: number
}

/** Longest line in bytes, without its end (RFC 5545, 3.1). */
const maxLineBytes = 75

/** Escapes a text (RFC 5545, 3.3.11). Control characters are not allowed. */
const escapeText = (text: string): string =>
  text
    .replaceAll(/\r\n?/g, '\n')
    .replaceAll(/(?!\n)\p{Cc}/gu, '')
    .replaceAll(/[\\;,]/g, String.raw`\$&`)
    .replaceAll('\n', String.raw`\n`)

/** Divides a line so that no part is too long, and none ends within a character. */
function fold(line: string): string {
  const parts: string[] = []
  let part = ''
  let bytes = 0
  for (const character of line) {
    const length = Buffer.byteLength(character)
    if (bytes + length > maxLineBytes) {
      parts.push(part)
      part = ' '
      bytes = 1
    }
    part += character
    bytes += length
  }
  return [...parts, part].join('\r\n')
}

/** A time in UTC: `20261121T113500Z`. */
const utcTime = (sec: number): string => new Date(sec * 1000).toISOString().replaceAll(/[-:]|\.\d+/g, '')

function eventLines(event: CalendarEvent): string[] {
  const optional = (name: string, value: string): string[] => (value === '' ? [] : [`${name}:${escapeText(value)}`])
  return [
    'BEGIN:VEVENT',
    `UID:${escapeText(event.uid)}`,
    `DTSTAMP:${utcTime(event.changedSec)}`,
    `LAST-MODIFIED:${utcTime(event.changedSec)}`,
    `SEQUENCE:${event.sequence}`,
    `DTSTART:${utcTime(event.startSec)}`,
    `DURATION:PT${Math.round(event.durationSec / 60)}M`,
    `SUMMARY:${escapeText(event.summary)}`,
    ...optional('LOCATION', event.location),
    ...optional('DESCRIPTION', event.description),
    ...optional('CATEGORIES', event.category),
    `URL:${event.url}`,
    `STATUS:${event.status}`,
    'TRANSP:TRANSPARENT',
    'END:VEVENT',
  ]
}

/** Writes a calendar that programs subscribe to (RFC 5545; name and refresh interval also RFC 7986). */
export function writeIcal({ name, refreshMinutes }: Calendar, events: readonly CalendarEvent[]): string {
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Yunmu//Yunmu//ZH',
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    `NAME:${escapeText(name)}`,
    `X-WR-CALNAME:${escapeText(name)}`,
    `REFRESH-INTERVAL;VALUE=DURATION:PT${refreshMinutes}M`,
    `X-PUBLISHED-TTL:PT${refreshMinutes}M`,
    ...events.flatMap(eventLines),
    'END:VCALENDAR',
  ]
  return lines.map((line) => `${fold(line)}\r\n`).join('')
}
