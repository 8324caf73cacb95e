import fc from 'fast-check'
import { expect, test } from 'vitest'
import { lastWallMs, runsOf, secAt, wallAt } from './clock-rules.ts'

const segment = (startSec: number, wallMs: number | null) => ({ startSec, durationSec: 2, wallMs })

test('[G02] a stream without a time of day has none', () => {
  expect(runsOf([segment(0, null), segment(2, null)])).toEqual([])
  expect([wallAt([], 5), secAt([], 5), lastWallMs([])]).toEqual([null, null, null])
})

test('[G02] unrecorded time is a gap: a time in it is the next available one', () => {
  const runs = runsOf([segment(0, 100_000), segment(2, 102_000), segment(4, 134_000), segment(6, 136_000)])
  expect(runs).toEqual([
    { startSec: 0, endSec: 4, wallMs: 100_000 },
    { startSec: 4, endSec: 8, wallMs: 134_000 },
  ])
  expect([secAt(runs, 101_500), secAt(runs, 110_000), secAt(runs, 135_000)]).toEqual([1.5, 4, 5])
  expect([secAt(runs, 99_000), secAt(runs, 138_000)]).toEqual([null, null])
  expect([wallAt(runs, 3.5), wallAt(runs, 4.5), wallAt(runs, -1), wallAt(runs, 9)]).toEqual([
    103_500, 134_500, 99_000, 139_000,
  ])
  expect(lastWallMs(runs)).toBe(138_000)
})

test('[G02] every position of a stream is found again by its time of day', () => {
  const gaps = fc.array(
    fc.record({ count: fc.integer({ min: 1, max: 9 }), gapMs: fc.integer({ min: 0, max: 90_000 }) }),
    {
      minLength: 1,
      maxLength: 8,
    },
  )
  fc.assert(
    fc.property(gaps, fc.double({ min: 0, max: 0.999, noNaN: true }), (parts, share) => {
      let [startSec, wallMs] = [0, 1_000_000]
      const segments = parts.flatMap(({ count, gapMs }) => {
        wallMs += gapMs
        return Array.from({ length: count }, () => {
          const one = segment(startSec, wallMs)
          startSec += 2
          wallMs += 2000
          return one
        })
      })
      const runs = runsOf(segments)
      const sec = share * startSec
      // Undetected gaps shift the result by at most their own length.
      expect(Math.abs((secAt(runs, wallAt(runs, sec) ?? 0) ?? -9) - sec)).toBeLessThan(0.31 * parts.length)
    }),
  )
})
