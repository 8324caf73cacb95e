import { daySec, dayStartSec } from '@yunmu/contract/china-time'

/** Pure rules of the guide's grid: pixels and moments. Moments are Unix seconds. */

/** How much room things take, by the width of the page (600 to 899 shows a list). */
export interface GridMeasure {
  pxPerMinute: number
  rowPx: number
  columnPx: number
}

export const measures: Record<'narrow' | 'usual' | 'wide', GridMeasure> = {
  narrow: { pxPerMinute: 3, rowPx: 68, columnPx: 140 },
  usual: { pxPerMinute: 4, rowPx: 68, columnPx: 180 },
  wide: { pxPerMinute: 5, rowPx: 72, columnPx: 180 },
}

export const headPx = 44
/** Between two cells. */
const gapPx = 3
/** A narrower cell shows its surface alone. */
const leastWordsPx = 44
/** Asked for beyond what is in sight, so that it is there when it is drawn. */
const beyondPx = 480
const beyondSec = 7200
/** What is asked for changes by so much at once: most frames of a scroll have nothing to ask. */
const stepSec = 3600
const stepRows = 4
/** Now stands here in what is seen when the guide opens, and the moment that stands here is where the guide is. */
export const nowShare = 0.45

/** What a grid stands for: days in a row. */
export interface GridSpan {
  startSec: number
  endSec: number
}

/** From the first of some days to the end of the last. */
export function spanOf(days: readonly string[]): GridSpan {
  const [first = '1970-01-01', last = first] = [days[0], days.at(-1)]
  return { startSec: dayStartSec(first), endSec: dayStartSec(last) + daySec }
}

export const xOf = (atSec: number, { startSec }: GridSpan, { pxPerMinute }: GridMeasure): number =>
  ((atSec - startSec) / 60) * pxPerMinute

export const secOf = (x: number, { startSec }: GridSpan, { pxPerMinute }: GridMeasure): number =>
  startSec + (x / pxPerMinute) * 60

export const widthOf = ({ startSec, endSec }: GridSpan, { pxPerMinute }: GridMeasure): number =>
  ((endSec - startSec) / 60) * pxPerMinute

/** What can be seen of a grid, in its own pixels, without its heads. */
export interface Sight {
  left: number
  top: number
  width: number
  height: number
}

/** The rows in sight in steps of some, and some beyond: `from` inclusive, `to` exclusive. */
export function rowsInSight(
  count: number,
  { top, height }: Sight,
  { rowPx }: GridMeasure,
): { from: number; to: number } {
  const step = (px: number, round: (value: number) => number): number => round(px / rowPx / stepRows) * stepRows
  const from = Math.max(0, step(top - beyondPx, Math.floor))
  return { from: Math.min(from, count), to: Math.min(count, step(top + height + beyondPx, Math.ceil)) }
}

/** The time in sight in whole hours, and some beyond. */
export function timeInSight({ left, width }: Sight, span: GridSpan, measure: GridMeasure): GridSpan {
  const step = (sec: number, round: (value: number) => number): number => round(sec / stepSec) * stepSec
  return {
    startSec: Math.max(span.startSec, step(secOf(left, span, measure) - beyondSec, Math.floor)),
    endSec: Math.min(span.endSec, step(secOf(left + width, span, measure) + beyondSec, Math.ceil)),
  }
}

/** What of the grid is asked for. Flat, so that it is easily compared. */
export interface GridView extends GridSpan {
  /** Inclusive. */
  fromRow: number
  /** Exclusive. */
  toRow: number
}

/** What to ask for where nothing is measured yet. */
export const noView: GridView = { fromRow: 0, toRow: 0, startSec: 0, endSec: 0 }

export function viewOf(sight: Sight, count: number, span: GridSpan, measure: GridMeasure): GridView {
  const rows = rowsInSight(count, sight, measure)
  return { ...timeInSight(sight, span, measure), fromRow: rows.from, toRow: rows.to }
}

/** The first row that is seen whole. */
export const firstRowOf = ({ top }: Sight, count: number, { rowPx }: GridMeasure): number =>
  Math.min(count, Math.ceil(top / rowPx))

/** The moment that the guide is at. */
export const middleOf = ({ left, width }: Sight, span: GridSpan, measure: GridMeasure): number =>
  secOf(left + width * nowShare, span, measure)

/** Whether a moment is seen. */
export function isSeen(atSec: number, { left, width }: Sight, span: GridSpan, measure: GridMeasure): boolean {
  const x = xOf(atSec, span, measure)
  return x >= left && x <= left + width
}

/** Days that a span of time touches, of those that there are. */
export const daysIn = (days: readonly string[], { startSec, endSec }: GridSpan): string[] =>
  days.filter((day) => dayStartSec(day) < endSec && dayStartSec(day) + daySec > startSec)

/** Where a programme stands in its row, in pixels. */
export interface Cell {
  left: number
  width: number
}

export function cellOf({ start, end }: Timed, span: GridSpan, measure: GridMeasure): Cell {
  const left = Math.max(0, xOf(start, span, measure))
  const right = Math.min(widthOf(span, measure), xOf(end, span, measure))
  return { left, width: Math.max(2, right - left - gapPx) }
}

/** What stands beside the words of a cell, and what its second line needs, with a mark of replay and when reserved. */
const paddingPx = 24
const timePx = 56
const reservedTimePx = 116
/** Characters that are certainly narrower than others, and how wide they and the others are at most. */
const narrow = /[\d\s.,:;!|'"()\-ijltfr]/
const narrowPx = 9
const widePx = 14

/**
 * Whether a cell has room for words, and surely for all of them. Where it has not they are cut off, and what cuts them
 * off costs a browser more than the words.
 */
export function wordsOf(
  { name, sub, subscribed }: { name: string; sub: string; subscribed?: boolean | undefined },
  width: number,
): 'none' | 'cut off' | 'whole' {
  if (width < leastWordsPx) return 'none'
  const room = width - paddingPx
  if (room < (subscribed ? reservedTimePx : timePx)) return 'cut off'
  const most = [...`${name} ${sub}`].reduce((sum, one) => sum + (narrow.test(one) ? narrowPx : widePx), 0)
  return most > room ? 'cut off' : 'whole'
}

const halfHourSec = 1800
/** A label so near the now-line would be hidden by its plate. */
const hiddenBySec = 16 * 60

/** The half hours of the ruler in a span of time; those that the now-line's plate covers are left out. */
export function rulerMarks({ startSec, endSec }: GridSpan, nowSec: number | null): number[] {
  const first = Math.ceil(startSec / halfHourSec)
  const count = Math.max(0, Math.ceil(endSec / halfHourSec) - first)
  return Array.from({ length: count }, (_, at) => (first + at) * halfHourSec).filter(
    (sec) => nowSec === null || Math.abs(sec - nowSec) >= hiddenBySec,
  )
}

/** Where to scroll to have a moment at a share of what is seen. */
export function leftFor(
  atSec: number,
  share: number,
  { span, measure, width }: { span: GridSpan; measure: GridMeasure; width: number },
): number {
  const most = Math.max(0, widthOf(span, measure) - width)
  return Math.round(Math.min(most, Math.max(0, xOf(atSec, span, measure) - width * share)))
}

/** A cell of the grid by its channel and programme. */
export interface GridPlace {
  row: number
  /** A moment of the programme: rows have different ones. */
  atSec: number
  /** Whether it is the name of the channel, at the head of the row. */
  isName?: boolean
}

interface Timed {
  start: number
  end: number
}

const pageSec = 7200

/** The programme at a moment, else the nearest. */
export function nearestTo<Item extends Timed>(programmes: readonly Item[], atSec: number): Item | undefined {
  const distance = ({ start, end }: Item): number => Math.max(0, start - atSec, atSec - end + 1)
  return programmes.reduce<Item | undefined>(
    (best, one) => (best === undefined || distance(one) < distance(best) ? one : best),
    undefined,
  )
}

interface Around {
  rowCount: number
  /** What is known of the row. */
  programmes: readonly Timed[]
  /** Whether nothing of the row lies before what is known. */
  isWhole: boolean
  nowSec: number
}

/**
 * Where a key leads from a cell or the name of a channel (WAI-ARIA grid pattern): in time, between channels, two hours,
 * back to now, and home to the name. Null for keys that are not the grid's.
 */
export function stepFrom(
  key: string,
  place: GridPlace,
  { rowCount, programmes, isWhole, nowSec }: Around,
): GridPlace | null {
  const { row, atSec, isName = false } = place
  const name: GridPlace = { row, atSec, isName: true }
  const current = nearestTo(programmes, atSec)
  switch (key) {
    case 'ArrowDown':
      return { ...place, row: Math.min(rowCount - 1, row + 1) }
    case 'ArrowUp':
      return { ...place, row: Math.max(0, row - 1) }
    case 'ArrowRight':
      if (isName) return { row, atSec }
      return { row, atSec: current ? current.end : atSec + halfHourSec }
    case 'ArrowLeft':
      if (isName || !current || (isWhole && programmes.every(({ start }) => start >= current.start))) return name
      return { row, atSec: current.start - 1 }
    case 'Home':
      return name
    case 'PageDown':
      return { row, atSec: atSec + pageSec }
    case 'PageUp':
      return { row, atSec: atSec - pageSec }
    case 't':
    case 'T':
      return { row, atSec: nowSec }
    default:
      return null
  }
}
