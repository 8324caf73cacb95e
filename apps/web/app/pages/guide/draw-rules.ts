import { secOf, type GridMeasure, type GridSpan, type Viewport } from './guide-rules.ts'

/**
 * Which parts of the grid are rendered, and when. A frame during scrolling renders little: rows are rendered before
 * they become visible, a few per frame, and time in memoized blocks of hours. Times are Unix seconds.
 */

/** Length of a block of time, counted from the start of the grid. */
export const blockSec = 7200
/** Rendered beyond the viewport, so that scrolling shows no gaps. */
const overscanRows = 4
const overscanSec = 3600
/**
 * Budget of a frame, in units of about half a millisecond: low during scrolling (sufficient for 2,000 pixels per
 * second), higher otherwise.
 */
const scrollingBudget = 8
const idleBudget = 24
/** Cost of a new row, of checking a row, and of a block. */
const newRowCost = 3
const rowCost = 1
const blockCost = 2.5

/** Rendered part of a row, in whole blocks. */
export interface DrawnRow extends GridSpan {
  /** The programme at this time is cut by the viewport's left edge: its text sticks to the edge. */
  cutSec: number
}

/** Rendered rows by row number. */
export type Drawn = ReadonlyMap<number, DrawnRow>

/** What should be rendered. */
export interface DrawGoal extends DrawnRow {
  /** Inclusive. */
  fromRow: number
  /** Exclusive. */
  toRow: number
  /** Rows near this one are rendered first. */
  firstRow: number
  /** Whether scrolling has stopped, so that the edge is final. */
  isSettled: boolean
}

/** Blocks of time in the viewport with overscan. */
function visibleBlocks({ left, width }: Viewport, span: GridSpan, measure: GridMeasure): GridSpan {
  const step = (sec: number, round: (value: number) => number): number =>
    span.startSec + round((sec - span.startSec) / blockSec) * blockSec
  return {
    startSec: Math.max(span.startSec, step(secOf(left, span, measure) - overscanSec, Math.floor)),
    endSec: Math.min(span.endSec, step(secOf(left + width, span, measure) + overscanSec, Math.ceil)),
  }
}

export function goalOf(
  viewport: Viewport,
  { count, span, measure }: { count: number; span: GridSpan; measure: GridMeasure },
): Omit<DrawGoal, 'isSettled'> {
  const { left, top, height } = viewport
  const row = (px: number): number => Math.min(count, Math.max(0, Math.floor(px / measure.rowPx)))
  return {
    ...visibleBlocks(viewport, span, measure),
    cutSec: secOf(left, span, measure),
    fromRow: row(top - overscanRows * measure.rowPx),
    toRow: row(top + height + (overscanRows + 1) * measure.rowPx),
    firstRow: row(top + height / 2),
  }
}

/** The part of a row that is also part of the goal; undefined if there is none. */
function overlapOf(drawn: DrawnRow | undefined, goal: GridSpan): GridSpan | undefined {
  if (!drawn) return undefined
  const [startSec, endSec] = [Math.max(drawn.startSec, goal.startSec), Math.min(drawn.endSec, goal.endSec)]
  return startSec < endSec ? { startSec, endSec } : undefined
}

/** Extends a row by at most `blocks` blocks: first after the viewport's edge, then before it. */
function extendRow(overlap: GridSpan | undefined, goal: DrawGoal, blocks: number): DrawnRow {
  const edge = goal.startSec + Math.floor((goal.cutSec - goal.startSec) / blockSec) * blockSec
  const { startSec, endSec } = overlap ?? { startSec: edge, endSec: edge }
  const end = Math.min(goal.endSec, endSec + blocks * blockSec)
  const before = blocks * blockSec - (end - endSec)
  return { startSec: Math.max(goal.startSec, startSec - before), endSec: end, cutSec: goal.cutSec }
}

const isDone = (drawn: DrawnRow | undefined, { startSec, endSec, cutSec, isSettled }: DrawGoal): boolean =>
  drawn !== undefined &&
  drawn.startSec === startSec &&
  drawn.endSec === endSec &&
  (!isSettled || drawn.cutSec === cutSec)

/**
 * What is rendered after the next frame: nearest rows first, at least one block, within the frame's budget. Returns the
 * same object when everything is rendered.
 */
export function drawNext(drawn: Drawn, goal: DrawGoal, isMoving: boolean): Drawn {
  const { fromRow, toRow, firstRow, startSec, endSec } = goal
  const next = new Map([...drawn].filter(([row]) => row >= fromRow && row < toRow))
  const pendingRows = Array.from({ length: Math.max(0, toRow - fromRow) }, (_, at) => fromRow + at)
    .filter((row) => !isDone(next.get(row), goal))
    .toSorted((one, other) => Math.abs(one - firstRow) - Math.abs(other - firstRow))
  let budget = isMoving ? scrollingBudget : idleBudget
  for (const row of pendingRows) {
    const overlap = overlapOf(next.get(row), goal)
    budget -= next.has(row) ? rowCost : newRowCost
    const missingBlocks = (endSec - startSec - (overlap ? overlap.endSec - overlap.startSec : 0)) / blockSec
    const blocks = Math.min(missingBlocks, Math.max(1, Math.floor(budget / blockCost)))
    next.set(row, extendRow(overlap, goal, blocks))
    budget -= blocks * blockCost
    if (budget < rowCost) break
  }
  return pendingRows.length === 0 && next.size === drawn.size ? drawn : next
}

interface Timed {
  start: number
  end: number
}

/** Programmes of a row that start in the same block, in order. */
export interface Block<Item> {
  /** Index of the block; programmes that start before the grid belong to the first. */
  at: number
  programmes: readonly [Item, ...Item[]]
}

/** Groups sorted programmes into blocks. */
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

/** Blocks that overlap a time span. */
export const blocksIn = <Item extends Timed>(blocks: readonly Block<Item>[], within: GridSpan): Block<Item>[] =>
  blocks.filter((block) => {
    const { startSec, endSec } = spanOfBlock(block)
    return endSec > within.startSec && startSec < within.endSec
  })

/** Clamps the current time to a block: constant while it is outside, so that the block is not re-rendered. */
export function clampNow<Item extends Timed>(block: Block<Item>, nowSec: number): number {
  const { startSec, endSec } = spanOfBlock(block)
  return Math.min(Math.max(nowSec, startSec - 1), endSec)
}

/** Whether two blocks contain the same programmes. */
export const isSameBlock = <Item>(one: Block<Item>, other: Block<Item>): boolean =>
  one.at === other.at &&
  one.programmes.length === other.programmes.length &&
  one.programmes.every((programme, at) => programme === other.programmes[at])
