import fc from 'fast-check'
import { expect, test } from 'vitest'
import { candidateTiles, bestTile, cropSize, inkOf, brightnessOf, planStoryboard, tilePosition } from './frame-rules.ts'

test('thumbnails cover any film, and its sheets contain them all', () => {
  fc.assert(
    fc.property(fc.double({ min: 0.04, max: 200_000, noNaN: true }), (durationSec) => {
      const { intervalSec, tiles, sheets } = planStoryboard(durationSec)
      expect(tiles * intervalSec).toBeGreaterThanOrEqual(durationSec)
      expect(tilePosition(tiles - 1).sheet).toBe(sheets - 1)
      const { from, to } = candidateTiles(tiles)
      expect(from).toBeLessThan(to)
      expect(from).toBeLessThan(tiles)
    }),
  )
})

test('the best picture has contrast and is neither black nor white', () => {
  const black = { mean: 2, deviation: 1 }
  const white = { mean: 250, deviation: 5 }
  const grey = { mean: 120, deviation: 8 }
  const scene = { mean: 100, deviation: 55 }
  expect(bestTile([black, white, grey, scene])).toBe(3)
  expect(bestTile([])).toBe(0)
})

test('a crop keeps the aspect ratio and is never larger than the frame', () => {
  expect(cropSize({ width: 1920, height: 1080 }, { width: 600, height: 900 })).toEqual({ width: 600, height: 900 })
  expect(cropSize({ width: 640, height: 360 }, { width: 600, height: 900 })).toEqual({ width: 240, height: 360 })
  expect(cropSize({ width: 360, height: 640 }, { width: 1600, height: 900 })).toEqual({ width: 360, height: 203 })
})

test('the scrim colour is dark for any picture', () => {
  expect(inkOf([0, 0, 0])).toBe('#090408')
  expect(inkOf([255, 255, 255])).toBe('#2a2629')
})

test('the brightness of a region is the mean and deviation of its pixels only', () => {
  const grey = Uint8Array.from([0, 0, 255, 255, 9, 9, 9, 9])
  expect(brightnessOf(grey, { width: 4, channels: 1 }, { left: 0, top: 0, width: 2, height: 1 })).toEqual({
    mean: 0,
    deviation: 0,
  })
  expect(brightnessOf(grey, { width: 4, channels: 1 }, { left: 1, top: 0, width: 2, height: 1 })).toEqual({
    mean: 127.5,
    deviation: 127.5,
  })
  expect(brightnessOf(grey, { width: 2, channels: 2 }, { left: 0, top: 1, width: 2, height: 1 })).toEqual({
    mean: 9,
    deviation: 0,
  })
})
