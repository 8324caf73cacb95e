import fc from 'fast-check'
import { expect, test } from 'vitest'
import { newClock, dateSegments, type FinishedSegment } from './wall-clock-rules.ts'

const startMs = 1_800_000_000_000

/** Two-second segments with the given delays between end and arrival. */
const arriving = (lates: readonly number[], from = 1): FinishedSegment[] =>
  lates.map((lateMs, at) => {
    const num = from + at
    return { num, durationMs: 2000, bytes: 1, arrivedMs: startMs + num * 2000 + lateMs }
  })

test('segments that arrive on time are consecutive without a clock reset', () => {
  const { dated } = dateSegments(newClock(0), arriving([100, 130, 90, 110]))
  expect(dated.map(({ wallMs }) => wallMs - startMs)).toEqual([90, 2090, 4090, 6090])
  expect(dated.map(({ resetsClock }) => resetsClock)).toEqual([true, false, false, false])
})

test('segments that arrive together at the start are dated backwards from the last one', () => {
  const burst = arriving([4000, 2000, 0])
  expect(dateSegments(newClock(0), burst).dated.map(({ wallMs }) => wallMs - startMs)).toEqual([0, 2000, 4000])
})

test('a single late arrival changes nothing, and a lasting drift is followed', () => {
  const begun = dateSegments(newClock(0), arriving(Array.from({ length: 10 }, () => 0)))
  const late = dateSegments(begun.clock, arriving([1500], 11))
  expect(late.dated[0]).toMatchObject({ wallMs: startMs + 20_000, resetsClock: false })
  const drifted = dateSegments(
    late.clock,
    arriving(
      Array.from({ length: 20 }, () => 800),
      12,
    ),
  ).dated
  expect(drifted.filter(({ resetsClock }) => resetsClock)).toHaveLength(1)
  expect(drifted.at(-1)?.wallMs).toBe(startMs + 31 * 2000 - 2000 + 800)
})

test('a run never begins before the end of the previous one', () => {
  expect(dateSegments(newClock(startMs + 5000), arriving([0])).dated[0]?.wallMs).toBe(startMs + 5000)
})

test('if the system clock is set back, dates follow it once, and so does the next run', () => {
  const hourMs = 3_600_000
  const ahead = dateSegments(newClock(0), arriving(Array.from({ length: 40 }, () => hourMs)))
  const { dated, clock } = dateSegments(
    ahead.clock,
    arriving(
      Array.from({ length: 40 }, () => 0),
      41,
    ),
  )
  expect(dated.filter(({ resetsClock }) => resetsClock)).toHaveLength(1)
  expect(dated.at(-1)?.wallMs).toBe(startMs + 79 * 2000)
  const { floorMs } = ahead.clock
  expect(dateSegments(newClock(floorMs), arriving([0], 41)).dated[0]?.wallMs).toBe(startMs + 40 * 2000)
  expect(clock.floorMs).toBeLessThan(floorMs)
})

test('for any arrival times the clock only moves forward, and dating in parts never moves a segment backwards', () => {
  const lates = fc.array(fc.integer({ min: -20_000, max: 20_000 }), { minLength: 1, maxLength: 80 })
  fc.assert(
    fc.property(lates, fc.nat(80), (given, cut) => {
      const finished = arriving(given)
      const first = dateSegments(newClock(startMs), finished.slice(0, cut))
      const walls = [...first.dated, ...dateSegments(first.clock, finished.slice(cut)).dated].map(
        ({ wallMs }) => wallMs,
      )
      expect(walls).toHaveLength(given.length)
      expect(walls.every((wallMs, at) => Number.isInteger(wallMs) && wallMs > (walls[at - 1] ?? 0))).toBe(true)
      expect(walls[0]).toBeGreaterThanOrEqual(startMs)
    }),
  )
})
