import { expect, test } from 'vitest'
import { cappedIds, secondsLeft, secondsUntilSkip } from './film-break-rules.ts'

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
