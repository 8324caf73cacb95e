import { expect, test } from 'vitest'
import { cappedIds, secondsLeft, secondsUntilSkip, stallLeftMs } from './film-break-rules.ts'

test('[J05] an advertisement can be skipped after its seconds, or never', () => {
  expect([0, 0.4, 4.99, 5, 9].map((sec) => secondsUntilSkip(5, sec))).toEqual([5, 5, 1, 0, 0])
  expect(secondsUntilSkip(null, 30)).toBeNull()
  expect([0, 14.2, 15, 16].map((sec) => secondsLeft(15, sec))).toEqual([15, 1, 0, 0])
})

test('[J05] what was shown as often as permitted is named to the server, at most fifty', () => {
  const shown = new Map([1, 2, 3].map((id) => [id, id]))
  expect(
    cappedIds(
      shown,
      new Map([
        [2, 2],
        [3, 4],
      ]),
    ),
  ).toEqual([2])
  const many = new Map(Array.from({ length: 60 }, (_, id) => [id, 1]))
  expect(cappedIds(many, many)).toHaveLength(50)
})

test('[J05] what an advertisement stood still adds up, and none lasts longer than its length and two seconds', () => {
  expect([0, 1, 2, 5].map((sec) => stallLeftMs(sec * 1000, sec))).toEqual([2000, 2000, 2000, 2000])
  // Paused for 1.5 seconds, played on, and paused again.
  expect([stallLeftMs(3500, 2), stallLeftMs(5500, 4), stallLeftMs(6000, 4)]).toEqual([500, 500, 0])
  expect(stallLeftMs(17_000, 15)).toBe(0)
})
