import fc from 'fast-check'
import { expect, test } from 'vitest'
import { heatOf } from './heat.ts'

test('[I02] nothing has no heat line', () => {
  expect(heatOf([])).toEqual([])
  expect(heatOf([0, 0, Number.NaN, -3])).toEqual([])
})

test('[I02] the curve has the requested length, values from zero to one, and its maximum near the most danmaku', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(500), { minLength: 1, maxLength: 700 }), (counts) => {
      fc.pre(counts.some((count) => count > 0))
      const heat = heatOf(counts)
      expect(heat).toHaveLength(100)
      expect(Math.max(...heat)).toBe(1)
      expect(Math.min(...heat)).toBeGreaterThanOrEqual(0)
    }),
  )
  const heat = heatOf(Array.from({ length: 300 }, (_, at) => (at === 150 ? 90 : 1)))
  expect(heat.indexOf(1)).toBe(50)
  expect(heat[49]).toBeGreaterThan(heat[40] ?? 1)
})

test('[I02] an even stream is an even line, whatever the steps', () => {
  for (const steps of [1, 7, 100, 333])
    expect(heatOf(Array.from({ length: steps }, () => 4)).every((one) => one > 0.999)).toBe(true)
})
