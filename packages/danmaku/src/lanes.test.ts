import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createLanes, leftOf, collides, type Flight } from './lanes.ts'

const width = 1000
const scroll = (startSec: number, own: number, sec = 9): Flight => ({
  startSec,
  endSec: startSec + sec,
  fromX: width,
  toX: -own,
  width: own,
})
const reverse = (startSec: number, own: number): Flight => ({ ...scroll(startSec, own), fromX: -own, toX: width })
const top = (startSec: number, own: number): Flight => ({
  startSec,
  endSec: startSec + 4,
  fromX: (width - own) / 2,
  toX: (width - own) / 2,
  width: own,
})

const anyFlight = fc
  .tuple(
    fc.constantFrom(scroll, reverse, top),
    fc.double({ min: 0, max: 60, noNaN: true }),
    fc.integer({ min: 10, max: 1500 }),
  )
  .map(([make, startSec, own]) => make(startSec, own))

/** Minimum distance of two flights at a thousand shared times; negative if they overlap. */
function nearest(a: Flight, b: Flight): number {
  const [fromSec, toSec] = [Math.max(a.startSec, b.startSec), Math.min(a.endSec, b.endSec)]
  if (fromSec >= toSec) return Infinity
  const moments = Array.from({ length: 1001 }, (_, at) => fromSec + ((toSec - fromSec) * at) / 1000)
  return Math.min(
    ...moments.map((sec) => {
      const [left, right] = leftOf(a, sec) < leftOf(b, sec) ? [a, b] : [b, a]
      return leftOf(right, sec) - leftOf(left, sec) - left.width
    }),
  )
}

test('[I02] a long one that would catch a short one before that has left meets it, a moment later it does not', () => {
  const short = scroll(0, 100)
  const long = (startSec: number): Flight => scroll(startSec, 800)
  // The tail leaves the edge after 9 × 100 / 1100 s; the head reaches the far edge after 9 × 1000 / 1800 s.
  expect(collides(short, long(1), 0)).toBe(true)
  expect(collides(short, long(4.1), 0)).toBe(false)
  expect(collides(long(0), scroll(4.1, 100), 0)).toBe(false)
})

test('[I02] opposite directions, and a fixed danmaku in the lane, leave no room', () => {
  expect(collides(scroll(0, 100), reverse(0, 100), 0)).toBe(true)
  expect(collides(top(0, 100), scroll(1.5, 100), 0)).toBe(false)
  expect(collides(top(4, 100), scroll(0, 100), 0)).toBe(true)
  expect(collides(top(0, 100), top(3.9, 100), 0)).toBe(true)
  expect(collides(top(0, 100), top(4, 100), 0)).toBe(false)
})

test('[I02] flights that do not collide keep the gap throughout, and collision is symmetric', () => {
  fc.assert(
    fc.property(anyFlight, anyFlight, fc.integer({ min: 0, max: 60 }), (a, b, gapPx) => {
      const isMeeting = collides(a, b, gapPx)
      expect(collides(b, a, gapPx)).toBe(isMeeting)
      if (!isMeeting) expect(nearest(a, b)).toBeGreaterThanOrEqual(gapPx - 0.001)
      else
        expect(nearest(a, b)).toBeLessThanOrEqual(
          gapPx + 0.001 + (Math.abs(a.fromX - a.toX) + Math.abs(b.fromX - b.toX)) / 1000,
        )
    }),
  )
})

test('[I02] in no lane do two ever come nearer than the gap, in whatever order they are put', () => {
  fc.assert(
    fc.property(fc.array(anyFlight, { maxLength: 60 }), fc.integer({ min: 1, max: 6 }), (flights, count) => {
      const lanes = createLanes<Flight>(count, 26, 9)
      const all = Array.from({ length: count }, (_, lane) => lane)
      const placed = flights.flatMap((flight) => {
        const lane = lanes.findFree(flight, all)
        if (lane >= 0) lanes.put(flight, lane)
        return lane >= 0 ? [{ flight, lane }] : []
      })
      placed.forEach((one, at) => {
        for (const other of placed.slice(at + 1))
          if (other.lane === one.lane) expect(nearest(one.flight, other.flight)).toBeGreaterThanOrEqual(26 - 0.001)
      })
      // A flight without a lane must collide in each of them.
      const dropped = flights.filter((flight) => !placed.some((one) => one.flight === flight))
      for (const flight of dropped)
        for (const lane of all)
          expect(placed.some((one) => one.lane === lane && collides(one.flight, flight, 26))).toBe(true)
    }),
    { numRuns: 60 },
  )
})

test('[I02] a removed or expired flight leaves its lane free', () => {
  const lanes = createLanes<Flight>(1, 0, 9)
  const first = scroll(0, 300)
  lanes.put(first, 0)
  expect(lanes.findFree(scroll(0.1, 300), [0])).toBe(-1)
  lanes.remove(first, 0)
  expect(lanes.findFree(scroll(0.1, 300), [0])).toBe(0)
  lanes.put(first, 0)
  lanes.evictBefore(9.1)
  expect(lanes.findFree(scroll(0.1, 300), [0])).toBe(0)
})
