import { expect, test } from 'vitest'
import { clockOf, dayOf, dayStartSec, fullClockOf } from './china-time.ts'

const evening = Date.UTC(2026, 10, 21, 15, 59, 58) / 1000

test('[F06] [G01] clocks and days are China’s: the day turns when it is four in the afternoon in Greenwich', () => {
  expect([clockOf(evening), fullClockOf(evening), dayOf(evening)]).toEqual(['23:59', '23:59:58', '2026-11-21'])
  expect([clockOf(evening + 2), dayOf(evening + 2)]).toEqual(['00:00', '2026-11-22'])
  expect(dayStartSec('2026-11-22')).toBe(evening + 2)
})
