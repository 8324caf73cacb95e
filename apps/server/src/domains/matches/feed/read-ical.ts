import { isCalendarDay } from '@yunmu/contract'
import { dayStartSec } from '@yunmu/contract/china-time'
import { feedTexts, type InputLine } from './feed-input.ts'
import { recordsOf } from './fixture-records.ts'

/** What a calendar does not say. */
export interface CalendarDefaults {
  /** Key or Chinese name of the sport. */
  sport: string
  /** Empty: the name of the calendar. */
  competition: string
}

/** A property of a component: `DTSTART;TZID=Asia/Shanghai:20261121T193500`. */
interface Property {
  line: number
  name: string
  parameters: ReadonlyMap<string, string>
  value: string
}

/** Joins folded lines (RFC 5545, 3.1). */
function unfold(text: string): { line: number; content: string }[] {
  const lines: { line: number; content: string }[] = []
  for (const [at, row] of text.split(/\r?\n/).entries()) {
    const last = lines.at(-1)
    if (last && /^[ \t]/.test(row)) last.content += row.slice(1)
    else lines.push({ line: at + 1, content: row })
  }
  return lines
}

const unescapeText = (text: string): string =>
  text.replaceAll(/\\([\\;,nN])/g, (_, letter: string) => (letter.toLowerCase() === 'n' ? ' ' : letter)).trim()

function parseProperty({ line, content }: { line: number; content: string }): Property | null {
  const [, name, parameters = '', value = ''] =
    /^([A-Za-z0-9-]+)((?:;[A-Za-z0-9-]+=(?:"[^"]*"|[^";:]*))*):(.*)$/.exec(content) ?? []
  if (name === undefined) return null
  const pairs = [...parameters.matchAll(/;([A-Za-z0-9-]+)=(?:"([^"]*)"|([^";:]*))/g)]
  return {
    line,
    name: name.toUpperCase(),
    parameters: new Map(pairs.map(([, key = '', quoted, plain]) => [key.toUpperCase(), quoted ?? plain ?? ''])),
    value,
  }
}

/** Milliseconds by which a time zone is ahead of UTC at a moment; null for an unknown zone. */
function zoneOffsetMs(zone: string, atMs: number): number | null {
  try {
    const parts = new Intl.DateTimeFormat('en-US', {
      timeZone: zone,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    }).formatToParts(atMs)
    const of = (type: string): number => Number(parts.find((part) => part.type === type)?.value ?? 0)
    return Date.UTC(of('year'), of('month') - 1, of('day'), of('hour'), of('minute'), of('second')) - atMs
  } catch {
    return null
  }
}

/** Unix seconds of a date-time: in UTC, in its zone, or without one in China. Null if it is none. */
function parseDateTime({ value, parameters }: Property): number | null {
  const [, year, month, date, hours, minutes, seconds, utc] =
    /^(\d{4})(\d{2})(\d{2})T(\d{2})(\d{2})(\d{2})(Z?)$/.exec(value.trim()) ?? []
  if (year === undefined) return null
  const day = `${year}-${month}-${date}`
  if (!isCalendarDay(day) || Number(hours) > 23 || Number(minutes) > 59 || Number(seconds) > 60) return null
  const sinceMidnightSec = Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)
  const chinaSec = dayStartSec(day) + sinceMidnightSec
  const asUtcMs = (chinaSec + 8 * 3600) * 1000
  if (utc === 'Z') return asUtcMs / 1000
  const zone = parameters.get('TZID')
  if (zone === undefined) return chinaSec
  const offsetMs = zoneOffsetMs(zone, asUtcMs)
  if (offsetMs === null) return null
  // Near a change of the clocks the offset at the local time differs from that at the moment.
  return (asUtcMs - (zoneOffsetMs(zone, asUtcMs - offsetMs) ?? offsetMs)) / 1000
}

/** Two names of sixty letters fit. */
const maxSummaryLength = 200
const between = /\s+(?:vs?\.?|对|－|–|—|-)\s+/i

/** The version of an event: its number, or the time of its last change; 0 if it says neither. */
function versionOf(of: (name: string) => Property | undefined): number {
  const sequence = of('SEQUENCE')
  if (sequence) return Number(/^\d{1,9}$/.exec(sequence.value.trim())?.[0] ?? 0)
  const changed = of('LAST-MODIFIED') ?? of('DTSTAMP')
  return Math.max(0, (changed && parseDateTime(changed)) ?? 0)
}

function readEvent(properties: readonly Property[], line: number, defaults: CalendarDefaults): InputLine {
  const of = (name: string): Property | undefined => properties.find((property) => property.name === name)
  const textOf = (name: string): string => unescapeText(of(name)?.value ?? '')
  const uid = textOf('UID')
  if (uid === '') return { line, problem: feedTexts.uid }
  const start = of('DTSTART')
  const kickoff = start ? parseDateTime(start) : null
  if (kickoff === null) return { line: start?.line ?? line, problem: feedTexts.kickoff(start?.value ?? '') }
  const summary = textOf('SUMMARY')
  if (summary.length > maxSummaryLength)
    return { line: of('SUMMARY')?.line ?? line, problem: feedTexts.summary(`${summary.slice(0, 20)}…`) }
  const [home = '', away = '', ...rest] = summary.split(between).map((name) => name.trim())
  if (home === '' || away === '' || rest.length > 0)
    return { line: of('SUMMARY')?.line ?? line, problem: feedTexts.summary(summary) }
  const seq = versionOf(of)
  const records = recordsOf({
    id: uid,
    seq,
    ...defaults,
    season: '',
    round: '',
    group: '',
    home,
    away,
    kickoff,
    venue: textOf('LOCATION'),
    score: null,
    isCancelled: textOf('STATUS').toUpperCase() === 'CANCELLED',
  })
  return 'problem' in records ? { line, problem: records.problem } : { line, records, isUnversioned: seq === 0 }
}

/** Reads the events of a calendar (RFC 5545) as fixtures: 甲队 vs 乙队. Repeating events count once. */
export function readIcal(text: string, defaults: CalendarDefaults): InputLine[] {
  const properties = unfold(text.replace(/^\uFEFF/, '')).flatMap((each) => parseProperty(each) ?? [])
  const named = properties.find(({ name }) => name === 'X-WR-CALNAME')
  const competition = defaults.competition === '' ? unescapeText(named?.value ?? '') : defaults.competition
  if (competition === '') return [{ line: 1, problem: feedTexts.wrongField('competition') }]
  const lines: InputLine[] = []
  let event: { line: number; properties: Property[] } | null = null
  /** Alarms and the like within an event. */
  let depth = 0
  for (const property of properties) {
    const { name, value, line } = property
    const component = value.trim().toUpperCase()
    if (name === 'BEGIN' && component === 'VEVENT') event = { line, properties: [] }
    else if (event && name === 'BEGIN') depth++
    else if (event && name === 'END' && depth > 0) depth--
    else if (event && name === 'END') {
      lines.push(readEvent(event.properties, event.line, { ...defaults, competition }))
      event = null
    } else if (event && depth === 0) event.properties.push(property)
  }
  return lines.length === 0 ? [{ line: 1, problem: feedTexts.empty }] : lines
}
