import fc from 'fast-check'
import { expect, test } from 'vitest'
import { settings } from './danmaku.fixture.ts'
import { metricsOf } from './metrics.ts'

const windowed = { width: 1000, height: 562.5 }
const sizes = fc.record({ width: fc.integer({ min: 200, max: 3840 }), height: fc.integer({ min: 112, max: 2160 }) })
const areas = fc.constantFrom(25 as const, 50 as const, 75 as const, 100 as const)
const speeds = fc.integer({ min: 1, max: 5 })

test.each([
  ['in a page', windowed, 22, 34, 9, 3],
  ['on the whole screen', { width: 1920, height: 1080 }, 30, 44, 10, 5],
  ['on a phone', { width: 390, height: 219 }, 15, 24, 7, 3],
  ['on the whole screen of a phone', { width: 844, height: 390 }, 18.57, 29, 8, 3],
])('[I02] sizes %s are those that were drawn', (_, size, fontPx, lanePx, flightSec, lanes) => {
  const metrics = metricsOf(size, { ...settings, area: 25 })
  expect(metrics).toMatchObject({ fontPx, lanePx, lanes })
  expect(metrics.flightSec).toBeCloseTo(flightSec, 5)
})

test('[I02] every step of speed is quicker, and size makes everything larger or smaller', () => {
  const flights = [1, 2, 3, 4, 5].map((speed) => metricsOf(windowed, { ...settings, speed }).flightSec)
  expect(flights).toEqual(flights.toSorted((a, b) => b - a))
  expect(new Set(flights).size).toBe(5)
  expect(metricsOf(windowed, { ...settings, size: 50 }).fontPx).toBe(11)
  expect(metricsOf(windowed, { ...settings, size: 170 }).fontPx).toBe(37.4)
})

test('[I02] lanes stay above the controls, above subtitles where wanted, and grow with the area', () => {
  fc.assert(
    fc.property(sizes, areas, speeds, fc.boolean(), (size, area, speed, clearOfSubtitles) => {
      const of = (wanted: typeof area) => metricsOf(size, { ...settings, area: wanted, speed, clearOfSubtitles })
      const { lanes, lanePx, topPx, bottomPx } = of(area)
      expect(lanes).toBeGreaterThanOrEqual(1)
      expect(of(100).lanes).toBeGreaterThanOrEqual(lanes)
      const foot = topPx + lanes * lanePx
      const controlsPx = Math.min(120, size.height * 0.22)
      if (lanes > 1) expect(foot).toBeLessThanOrEqual(size.height - controlsPx)
      if (lanes > 1 && clearOfSubtitles) expect(foot).toBeLessThanOrEqual(size.height - bottomPx - 2 * lanePx)
    }),
  )
})
