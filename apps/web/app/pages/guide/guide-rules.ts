import { daySec, dayStartSec } from '@yunmu/contract/china-time'

/** Pure rules of the guide's grid: pixels and times. Times are Unix seconds. */

/** Dimensions by page width (below 900 pixels a list is shown instead). */
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

export const headerPx = 44
/** Gap between cells. */
const gapPx = 3
/** Narrower cells show no text. */
const minTextPx = 44
/** Loaded beyond the viewport, so that data is available when it is rendered. */
const overscanPx = 480
const overscanSec = 7200
/** Step of the loaded range: most frames of a scroll change nothing. */
const stepSec = 3600
const stepRows = 4
/**
 * Share of the viewport's width at which the current time stands initially; the time at this share is the guide's
 * current position.
 */
export const nowShare = 0.45

/** Time span of the grid: consecutive days. */
export interface GridSpan {
  startSec: number
  endSec: number
}

/** From the start of the first day to the end of the last. */
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

/** Visible part of the grid in grid pixels, without headers. */
export interface Viewport {
  left: number
  top: number
  width: number
  height: number
}

/** Visible rows with overscan, in steps: `from` inclusive, `to` exclusive. */
export function visibleRows(
  count: number,
  { top, height }: Viewport,
  { rowPx }: GridMeasure,
): { from: number; to: number } {
  const step = (px: number, round: (value: number) => number): number => round(px / rowPx / stepRows) * stepRows
  const from = Math.max(0, step(top - overscanPx, Math.floor))
  return { from: Math.min(from, count), to: Math.min(count, step(top + height + overscanPx, Math.ceil)) }
}

/** Visible time with overscan, in whole hours. */
export function visibleTime({ left, width }: Viewport, span: GridSpan, measure: GridMeasure): GridSpan {
  const step = (sec: number, round: (value: number) => number): number => round(sec / stepSec) * stepSec
  return {
    startSec: Math.max(span.startSec, step(secOf(left, span, measure) - overscanSec, Math.floor)),
    endSec: Math.min(span.endSec, step(secOf(left + width, span, measure) + overscanSec, Math.ceil)),
  }
}

/** Part of the grid to load. Flat, so that it is easily compared. */
export interface GridView extends GridSpan {
  /** Inclusive. */
  fromRow: number
  /** Exclusive. */
  toRow: number
}

/** Before the first measurement. */
export const noView: GridView = { fromRow: 0, toRow: 0, startSec: 0, endSec: 0 }

export function viewOf(viewport: Viewport, count: number, span: GridSpan, measure: GridMeasure): GridView {
  const rows = visibleRows(count, viewport, measure)
  return { ...visibleTime(viewport, span, measure), fromRow: rows.from, toRow: rows.to }
}

/** The first fully visible row. */
export const firstRowOf = ({ top }: Viewport, count: number, { rowPx }: GridMeasure): number =>
  Math.min(count, Math.ceil(top / rowPx))

/** Time at the guide's current position. */
export const currentTimeOf = ({ left, width }: Viewport, span: GridSpan, measure: GridMeasure): number =>
  secOf(left + width * nowShare, span, measure)

/** Whether a time is visible. */
export function isTimeVisible(atSec: number, { left, width }: Viewport, span: GridSpan, measure: GridMeasure): boolean {
  const x = xOf(atSec, span, measure)
  return x >= left && x <= left + width
}

/** Days that overlap a time span. */
export const daysIn = (days: readonly string[], { startSec, endSec }: GridSpan): string[] =>
  days.filter((day) => dayStartSec(day) < endSec && dayStartSec(day) + daySec > startSec)

/** Position of a programme in its row, in pixels. */
export interface Cell {
  left: number
  width: number
}

export function cellOf({ start, end }: Timed, span: GridSpan, measure: GridMeasure): Cell {
  const left = Math.max(0, xOf(start, span, measure))
  const right = Math.min(widthOf(span, measure), xOf(end, span, measure))
  return { left, width: Math.max(2, right - left - gapPx) }
}

/** Padding of a cell, and width of its second line with a replay icon and with a reservation mark. */
const paddingPx = 24
const timePx = 56
const reservedTimePx = 116
/** Characters that are narrower than others, and upper bounds of both widths. */
const narrowCharacters = /[\d\s.,:;!|'"()\-ijltfr]/
const narrowCharacterPx = 9
const wideCharacterPx = 14

/**
 * Whether a cell has room for text, and certainly for all of it. Clipping is applied only if needed, because it costs
 * the browser more than the text.
 */
export function textFitOf(
  { name, sub, subscribed }: { name: string; sub: string; subscribed?: boolean | undefined },
  width: number,
): 'none' | 'cut off' | 'whole' {
  if (width < minTextPx) return 'none'
  const room = width - paddingPx
  if (room < (subscribed ? reservedTimePx : timePx)) return 'cut off'
  const maxWidth = [...`${name} ${sub}`].reduce(
    (sum, one) => sum + (narrowCharacters.test(one) ? narrowCharacterPx : wideCharacterPx),
    0,
  )
  return maxWidth > room ? 'cut off' : 'whole'
}

const halfHourSec = 1800
/** A label nearer than this to the now line would be covered by its label. */
const hiddenBySec = 16 * 60

/** Half-hour marks of the ruler in a time span, without those covered by the now line's label. */
export function rulerMarks({ startSec, endSec }: GridSpan, nowSec: number | null): number[] {
  const first = Math.ceil(startSec / halfHourSec)
  const count = Math.max(0, Math.ceil(endSec / halfHourSec) - first)
  return Array.from({ length: count }, (_, at) => (first + at) * halfHourSec).filter(
    (sec) => nowSec === null || Math.abs(sec - nowSec) >= hiddenBySec,
  )
}

/** Scroll position that puts a time at a share of the viewport. */
export function scrollLeftFor(
  atSec: number,
  share: number,
  { span, measure, width }: { span: GridSpan; measure: GridMeasure; width: number },
): number {
  const maxLeft = Math.max(0, widthOf(span, measure) - width)
  return Math.round(Math.min(maxLeft, Math.max(0, xOf(atSec, span, measure) - width * share)))
}

/** A cell of the grid by channel and time. */
export interface GridPosition {
  row: number
  /** A time within the programme, because rows have different programmes. */
  atSec: number
  /** Whether it is the channel's name in the row header. */
  isName?: boolean
}

interface Timed {
  start: number
  end: number
}

const pageSec = 7200

/** The programme at a time, otherwise the nearest. */
export function nearestProgramme<Item extends Timed>(programmes: readonly Item[], atSec: number): Item | undefined {
  const distance = ({ start, end }: Item): number => Math.max(0, start - atSec, atSec - end + 1)
  return programmes.reduce<Item | undefined>(
    (best, one) => (best === undefined || distance(one) < distance(best) ? one : best),
    undefined,
  )
}

interface RowContext {
  rowCount: number
  /** Loaded programmes of the row. */
  programmes: readonly Timed[]
  /** Whether the row is loaded from its start. */
  isRowStartLoaded: boolean
  nowSec: number
}

/**
 * Target of a key from a cell or a channel's name (WAI-ARIA grid pattern): in time, between channels, by two hours, to
 * now, and to the name. Null for unhandled keys.
 */
export function moveFrom(
  key: string,
  position: GridPosition,
  { rowCount, programmes, isRowStartLoaded, nowSec }: RowContext,
): GridPosition | null {
  const { row, atSec, isName = false } = position
  const name: GridPosition = { row, atSec, isName: true }
  const current = nearestProgramme(programmes, atSec)
  switch (key) {
    case 'ArrowDown':
      return { ...position, row: Math.min(rowCount - 1, row + 1) }
    case 'ArrowUp':
      return { ...position, row: Math.max(0, row - 1) }
    case 'ArrowRight':
      if (isName) return { row, atSec }
      return { row, atSec: current ? current.end : atSec + halfHourSec }
    case 'ArrowLeft':
      if (isName || !current || (isRowStartLoaded && programmes.every(({ start }) => start >= current.start)))
        return name
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
