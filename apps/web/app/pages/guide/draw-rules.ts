import { secOf, type GridMeasure, type GridSpan, type Sight } from './guide-rules.ts'

/**
 * What of the grid is drawn, and when. A frame of a scroll draws little: rows are drawn before they come into sight, a
 * few in each frame, and time in blocks of some hours that are drawn once and kept. Moments are Unix seconds.
 */

/** Time is drawn in blocks of so long, counted from the start of the grid. */
export const blockSec = 7200
/** Drawn beyond what is in sight, so that scrolling shows no holes. */
const beyondRows = 4
const beyondSec = 3600
/**
 * What a frame may cost, in cells of about half a millisecond: little while somebody scrolls, which is enough for 2,000
 * pixels a second (who scrolls faster sees rows fill), and more while nothing moves.
 */
const movingCost = 8
const stillCost = 24
/** The head of a row, and a look at one. */
const headCost = 3
const rowCost = 1
const blockCost = 2.5

/** What is drawn of a row, from whole blocks. */
export interface DrawnRow extends GridSpan {
  /** The programme of this moment is cut by the edge of what is seen: its words stay in sight. */
  cutSec: number
}

/** What is drawn, by the number of the row. */
export type Drawn = ReadonlyMap<number, DrawnRow>

/** What ought to be drawn. */
export interface DrawGoal extends DrawnRow {
  /** Inclusive. */
  fromRow: number
  /** Exclusive. */
  toRow: number
  /** Rows near this one are drawn first. */
  firstRow: number
  /** Whether nobody scrolls: the edge is where it will stay. */
  isAtRest: boolean
}

/** Blocks in sight of all time, and some beyond. */
function blocksInSight({ left, width }: Sight, span: GridSpan, measure: GridMeasure): GridSpan {
  const step = (sec: number, round: (value: number) => number): number =>
    span.startSec + round((sec - span.startSec) / blockSec) * blockSec
  return {
    startSec: Math.max(span.startSec, step(secOf(left, span, measure) - beyondSec, Math.floor)),
    endSec: Math.min(span.endSec, step(secOf(left + width, span, measure) + beyondSec, Math.ceil)),
  }
}

export function goalOf(
  sight: Sight,
  { count, span, measure }: { count: number; span: GridSpan; measure: GridMeasure },
): Omit<DrawGoal, 'isAtRest'> {
  const { left, top, height } = sight
  const row = (px: number): number => Math.min(count, Math.max(0, Math.floor(px / measure.rowPx)))
  return {
    ...blocksInSight(sight, span, measure),
    cutSec: secOf(left, span, measure),
    fromRow: row(top - beyondRows * measure.rowPx),
    toRow: row(top + height + (beyondRows + 1) * measure.rowPx),
    firstRow: row(top + height / 2),
  }
}

/** The part of a row that is kept for a goal; nothing where it is elsewhere. */
function keptOf(have: DrawnRow | undefined, goal: GridSpan): GridSpan | undefined {
  if (!have) return undefined
  const [startSec, endSec] = [Math.max(have.startSec, goal.startSec), Math.min(have.endSec, goal.endSec)]
  return startSec < endSec ? { startSec, endSec } : undefined
}

/** More of a row, by so many blocks at most: from the edge of what is seen on, then what lies before it. */
function grown(kept: GridSpan | undefined, goal: DrawGoal, blocks: number): DrawnRow {
  const edge = goal.startSec + Math.floor((goal.cutSec - goal.startSec) / blockSec) * blockSec
  const { startSec, endSec } = kept ?? { startSec: edge, endSec: edge }
  const end = Math.min(goal.endSec, endSec + blocks * blockSec)
  const before = blocks * blockSec - (end - endSec)
  return { startSec: Math.max(goal.startSec, startSec - before), endSec: end, cutSec: goal.cutSec }
}

const isDone = (have: DrawnRow | undefined, { startSec, endSec, cutSec, isAtRest }: DrawGoal): boolean =>
  have !== undefined && have.startSec === startSec && have.endSec === endSec && (!isAtRest || have.cutSec === cutSec)

/**
 * What is drawn after another frame: what is nearest first, at least a block, and no more than a frame has time for. The
 * same object once everything is drawn.
 */
export function drawOn(drawn: Drawn, goal: DrawGoal, isMoving: boolean): Drawn {
  const { fromRow, toRow, firstRow, startSec, endSec } = goal
  const next = new Map([...drawn].filter(([row]) => row >= fromRow && row < toRow))
  const waiting = Array.from({ length: Math.max(0, toRow - fromRow) }, (_, at) => fromRow + at)
    .filter((row) => !isDone(next.get(row), goal))
    .toSorted((one, other) => Math.abs(one - firstRow) - Math.abs(other - firstRow))
  let left = isMoving ? movingCost : stillCost
  for (const row of waiting) {
    const kept = keptOf(next.get(row), goal)
    left -= next.has(row) ? rowCost : headCost
    const wanted = (endSec - startSec - (kept ? kept.endSec - kept.startSec : 0)) / blockSec
    const blocks = Math.min(wanted, Math.max(1, Math.floor(left / blockCost)))
    next.set(row, grown(kept, goal, blocks))
    left -= blocks * blockCost
    if (left < rowCost) break
  }
  return waiting.length === 0 && next.size === drawn.size ? drawn : next
}

interface Timed {
  start: number
  end: number
}

/** Programmes of a row that begin in the same block, in order. */
export interface Block<Item> {
  /** The block's number from the start of the grid; for all that began before, the first. */
  at: number
  programmes: readonly [Item, ...Item[]]
}

/** Programmes in order as blocks. */
export function blocksOf<Item extends Timed>(programmes: readonly Item[], span: GridSpan): Block<Item>[] {
  const blocks: { at: number; programmes: [Item, ...Item[]] }[] = []
  for (const programme of programmes) {
    const at = Math.max(0, Math.floor((programme.start - span.startSec) / blockSec))
    const last = blocks.at(-1)
    if (last?.at === at) last.programmes.push(programme)
    else blocks.push({ at, programmes: [programme] })
  }
  return blocks
}

/** From the first start to the last end. */
function spanOfBlock<Item extends Timed>({ programmes }: Block<Item>): GridSpan {
  return { startSec: programmes[0].start, endSec: (programmes.at(-1) ?? programmes[0]).end }
}

/** Those that a span of time touches. */
export const blocksIn = <Item extends Timed>(blocks: readonly Block<Item>[], within: GridSpan): Block<Item>[] =>
  blocks.filter((block) => {
    const { startSec, endSec } = spanOfBlock(block)
    return endSec > within.startSec && startSec < within.endSec
  })

/** The moment of now as a block need know it: the same while now is before it or behind it. */
export function nowFor<Item extends Timed>(block: Block<Item>, nowSec: number): number {
  const { startSec, endSec } = spanOfBlock(block)
  return Math.min(Math.max(nowSec, startSec - 1), endSec)
}

/** Whether two blocks show the same. */
export const isSameBlock = <Item>(one: Block<Item>, other: Block<Item>): boolean =>
  one.at === other.at &&
  one.programmes.length === other.programmes.length &&
  one.programmes.every((programme, at) => programme === other.programmes[at])
