import { expect, test } from 'vitest'
import { failuresAfter, restartPauseMs } from './restart-pause.ts'

test('pauses double from a quarter of a second to eight seconds; without a failure there is none', () => {
  expect([0, 1, 2, 3, 6, 7, 2000].map(restartPauseMs)).toEqual([0, 250, 500, 1000, 8000, 8000, 8000])
})

test('failures are counted in a row: a long run ends the row', () => {
  expect([0, 9999, 10_001].map((ranMs) => failuresAfter(3, ranMs))).toEqual([4, 4, 0])
})
