import fc from 'fast-check'
import { expect, test } from 'vitest'
import { measureBandwidth } from './index.ts'

test('no segments give zero', () => {
  expect(measureBandwidth([])).toEqual({ peak: 0, average: 0 })
  expect(measureBandwidth([{ bytes: 9, durationSec: 0 }])).toEqual({ peak: 0, average: 0 })
})

test('the peak is the rate of the busiest sequence of segments between half and one and a half target durations', () => {
  const segments = [
    { bytes: 1000, durationSec: 4 },
    { bytes: 4000, durationSec: 4 },
    { bytes: 1000, durationSec: 4 },
  ]
  expect(measureBandwidth(segments)).toEqual({ peak: 8000, average: 4000 })
})

test('a segment shorter than half the target duration counts only together with its neighbours', () => {
  const segments = [
    { bytes: 4000, durationSec: 4 },
    { bytes: 3000, durationSec: 1 },
  ]
  expect(measureBandwidth(segments)).toEqual({ peak: 11_200, average: 11_200 })
})

test('the peak lies between the average and the rate of the busiest single segment', () => {
  const segment = fc.record({ bytes: fc.nat(5_000_000), durationSec: fc.double({ min: 2, max: 4, noNaN: true }) })
  fc.assert(
    fc.property(fc.array(segment, { minLength: 1 }), (segments) => {
      const { peak, average } = measureBandwidth(segments, 4)
      const busiest = Math.max(...segments.map(({ bytes, durationSec }) => (bytes * 8) / durationSec))
      expect(peak).toBeGreaterThanOrEqual(average)
      expect(peak).toBe(Math.ceil(busiest))
    }),
  )
})
