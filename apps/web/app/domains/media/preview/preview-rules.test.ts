import fc from 'fast-check'
import { expect, test } from 'vitest'
import { frameUnder, previewFrames } from './preview-rules.ts'

const tilesOf = (count: number) =>
  Array.from({ length: count }, (_, at) => ({
    startSec: at * 5,
    endSec: at * 5 + 5,
    sheet: `sheet-${Math.floor(at / 25)}`,
    x: (at % 5) * 160,
    y: (Math.floor(at / 5) % 5) * 90,
    width: 160,
    height: 90,
  }))

test('a preview takes at most twelve frames from at most three sheets, in their order, and not from the end', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 1000 }), (count) => {
      const tiles = tilesOf(count)
      const frames = previewFrames(tiles)
      const starts = frames.map(({ startSec }) => startSec)
      expect(frames.length).toBeGreaterThan(0)
      expect(frames.length).toBeLessThanOrEqual(12)
      expect(new Set(frames.map(({ sheet }) => sheet)).size).toBeLessThanOrEqual(3)
      expect(starts).toEqual(starts.toSorted((one, other) => one - other))
      expect(Math.max(...starts)).toBeLessThanOrEqual(count * 5 * 0.7)
    }),
  )
})

test('a storyboard without tiles gives no frames', () => {
  expect(previewFrames([])).toEqual([])
})

test.each([
  [-0.1, 0],
  [0, 0],
  [0.5, 6],
  [1, 11],
])('a pointer at %d of the width is over frame %d of twelve', (share, frame) => {
  expect(frameUnder(share, 12)).toBe(frame)
})
