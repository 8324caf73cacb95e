import fc from 'fast-check'
import { expect, test } from 'vitest'
import { nextNoticeSec } from './next-rules.ts'

test.each([NaN, Infinity, 0, 9])('[F08] a video of %s seconds announces nothing', (sec) => {
  expect(nextNoticeSec(sec)).toBe(0)
})

test('[F08] the next episode is announced for a tenth of a short video, and for fifteen seconds of an episode', () => {
  expect([36, 66, 240, 300, 2700].map(nextNoticeSec)).toEqual([5, 6, 15, 15, 15])
})

test('[F08] for any duration the announcement takes at most a tenth of it or five seconds', () => {
  fc.assert(
    fc.property(fc.double({ min: 10, max: 100_000, noNaN: true }), (sec) => {
      expect(nextNoticeSec(sec)).toBeLessThanOrEqual(Math.max(5, sec / 10))
      expect(nextNoticeSec(sec)).toBeGreaterThanOrEqual(5)
      expect(nextNoticeSec(sec)).toBeLessThanOrEqual(15)
    }),
  )
})
