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
/** Drawn beyond what is in sight, so that scrolling shows no holes. */
const beyondPx = 240

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

/** The rows in sight, and some beyond: `from` inclusive, `to` exclusive. */
export function rowsInSight(
  count: number,
  { top, height }: Sight,
  { rowPx }: GridMeasure,
): { from: number; to: number } {
  const from = Math.max(0, Math.floor((top - beyondPx) / rowPx))
  return { from: Math.min(from, count), to: Math.min(count, Math.ceil((top + height + beyondPx) / rowPx)) }
}

/** The time in sight, and some beyond. */
export function timeInSight({ left, width }: Sight, span: GridSpan, measure: GridMeasure): GridSpan {
  return {
    startSec: Math.max(span.startSec, secOf(left - beyondPx, span, measure)),
    endSec: Math.min(span.endSec, secOf(left + width + beyondPx, span, measure)),
  }
}

/** Days that a span of time touches, of those that there are. */
export const daysIn = (days: readonly string[], { startSec, endSec }: GridSpan): string[] =>
  days.filter((day) => dayStartSec(day) < endSec && dayStartSec(day) + daySec > startSec)

/** Where a programme stands in its row. */
export interface Cell {
  left: number
  width: number
  /** Whether there is room for words. */
  hasWords: boolean
}

export function cellOf({ start, end }: { start: number; end: number }, span: GridSpan, measure: GridMeasure): Cell {
  const left = Math.max(0, xOf(start, span, measure))
  const right = Math.min(widthOf(span, measure), xOf(end, span, measure))
  const width = Math.max(2, right - left - gapPx)
  return { left, width, hasWords: width >= leastWordsPx }
}

const stepSec = 1800
/** A label so near the now-line would be hidden by its plate. */
const hiddenBySec = 16 * 60

/** The half hours of the ruler in a span of time; those that the now-line's plate covers are left out. */
export function rulerMarks({ startSec, endSec }: GridSpan, nowSec: number | null): number[] {
  const first = Math.ceil(startSec / stepSec)
  const count = Math.max(0, Math.ceil(endSec / stepSec) - first)
  return Array.from({ length: count }, (_, at) => (first + at) * stepSec).filter(
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

/**
 * Where a key leads from a cell (WAI-ARIA grid pattern): in time, between channels, two hours, and back to now. Null for
 * keys that are not the grid's.
 */
export function stepFrom(
  key: string,
  { row, atSec }: GridPlace,
  { rowCount, programmes, nowSec }: { rowCount: number; programmes: readonly Timed[]; nowSec: number },
): GridPlace | null {
  const current = nearestTo(programmes, atSec)
  switch (key) {
    case 'ArrowDown':
      return { row: Math.min(rowCount - 1, row + 1), atSec }
    case 'ArrowUp':
      return { row: Math.max(0, row - 1), atSec }
    case 'ArrowRight':
      return { row, atSec: current ? current.end : atSec + stepSec }
    case 'ArrowLeft':
      return { row, atSec: current ? current.start - 1 : atSec - stepSec }
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
