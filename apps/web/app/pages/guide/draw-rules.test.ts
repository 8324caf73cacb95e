import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  blocksIn,
  blockSec,
  blocksOf,
  drawNext,
  goalOf,
  isSameBlock,
  clampNow,
  type Drawn,
  type DrawGoal,
} from './draw-rules.ts'
import { measures } from './guide-rules.ts'

const span = { startSec: 0, endSec: 11 * 86_400 }
const sight = { left: 9000, top: 7000, width: 1060, height: 560 }
const goal: DrawGoal = { ...goalOf(sight, { count: 300, span, measure: measures.usual }), isSettled: false }
const nothing: Drawn = new Map()

/** Renders frame by frame until everything is rendered. */
function frames(from: Drawn, to: DrawGoal, isMoving: boolean): Drawn[] {
  const all = [from]
  for (let next = drawNext(from, to, isMoving); next !== all.at(-1); next = drawNext(next, to, isMoving)) all.push(next)
  return all
}
const blocksDrawn = (drawn: Drawn): number =>
  [...drawn.values()].reduce((sum, { startSec, endSec }) => sum + (endSec - startSec) / blockSec, 0)

test('[G01] eventually everything visible is rendered, and some rows and hours around it', () => {
  const places = fc.record({
    left: fc.integer({ min: 0, max: 62_000 }),
    top: fc.integer({ min: 0, max: 20_000 }),
    width: fc.integer({ min: 300, max: 1700 }),
    height: fc.integer({ min: 300, max: 1200 }),
  })
  fc.assert(
    fc.property(places, places, fc.boolean(), (before, place, isMoving) => {
      const rules = { count: 300, span, measure: measures.usual }
      const first = frames(nothing, { ...goalOf(before, rules), isSettled: true }, isMoving).at(-1) ?? nothing
      const wanted: DrawGoal = { ...goalOf(place, rules), isSettled: true }
      const drawn = frames(first, wanted, isMoving).at(-1)
      for (let row = Math.floor(place.top / 68); row * 68 < Math.min(place.top + place.height, 300 * 68); row++)
        expect(drawn?.get(row)).toMatchObject({ cutSec: (place.left / 4) * 60 })
      for (const row of drawn?.values() ?? []) {
        expect(row.startSec).toBeLessThanOrEqual((place.left / 4) * 60)
        expect(row.endSec).toBeGreaterThanOrEqual(Math.min(span.endSec, ((place.left + place.width) / 4) * 60))
        expect(row.startSec % blockSec).toBe(0)
      }
      expect(drawn?.size).toBeLessThanOrEqual(Math.ceil(place.height / 68) + 10)
    }),
    { numRuns: 50 },
  )
})

test('[G01] a frame during a scroll renders little, an idle frame more', () => {
  for (const [isMoving, most] of [
    [true, 3],
    [false, 9],
  ] as const) {
    const all = frames(nothing, goal, isMoving)
    const drawn = all.slice(1).map((one, at) => blocksDrawn(one) - blocksDrawn(all[at] ?? nothing))
    expect(Math.max(...drawn)).toBeLessThanOrEqual(most)
    expect(Math.min(...drawn)).toBeGreaterThan(0)
  }
  // Visible rows come first.
  expect([...(frames(nothing, goal, true)[1]?.keys() ?? [])]).toEqual([goal.firstRow])
})

test('[G01] rendered blocks stay, and are removed when they are far away', () => {
  const drawn = frames(nothing, goal, false).at(-1) ?? nothing
  const lower = { ...goal, fromRow: goal.fromRow + 2, toRow: goal.toRow + 2 }
  const next = drawNext(drawn, lower, true)
  expect(next.get(goal.firstRow)).toBe(drawn.get(goal.firstRow))
  expect([next.has(goal.fromRow), next.has(goal.toRow)]).toEqual([false, true])
  // The sticky text is updated after scrolling has stopped.
  expect(drawNext(drawn, { ...goal, cutSec: goal.cutSec + 900 }, true)).toBe(drawn)
  expect(drawNext(drawn, { ...goal, cutSec: goal.cutSec + 900, isSettled: true }, false)).not.toBe(drawn)
})

test('[G01] programmes are rendered with those that begin in the same hours, whatever their duration', () => {
  const programmes = [
    { start: -3600, end: 1800 },
    { start: 1800, end: 5400 },
    { start: 5400, end: 30_000 },
    { start: 30_000, end: 36_000 },
  ]
  const blocks = blocksOf(programmes, span)
  expect(blocks.map(({ at, programmes: some }) => [at, some.length])).toEqual([
    [0, 3],
    [4, 1],
  ])
  expect(blocksIn(blocks, { startSec: 14_400, endSec: 28_800 }).map(({ at }) => at)).toEqual([0])
  expect(blocksIn(blocks, { startSec: 30_000, endSec: 36_000 }).map(({ at }) => at)).toEqual([4])
  const [early, late] = blocks
  if (!early || !late) throw new Error('there are two blocks')
  expect([clampNow(early, 40_000), clampNow(early, 2000), clampNow(late, 2000)]).toEqual([30_000, 2000, 29_999])
  expect(isSameBlock(early, blocksOf([...programmes], span)[0] ?? late)).toBe(true)
  expect(isSameBlock(early, { ...early, programmes: [early.programmes[0]] })).toBe(false)
})
