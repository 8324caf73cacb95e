import fc from 'fast-check'
import { expect, test } from 'vitest'
import { chinaDay, clockOf, daySpan, dayStartSec, fullClockOf, inChina } from './china-time.ts'

const evening = Date.UTC(2026, 10, 21, 15, 59, 58) / 1000

test('[F06] [G01] clocks and days are China’s: the day turns when it is four in the afternoon in Greenwich', () => {
  expect([clockOf(evening), fullClockOf(evening), chinaDay(evening)]).toEqual(['23:59', '23:59:58', '2026-11-21'])
  expect([clockOf(evening + 2), chinaDay(evening + 2)]).toEqual(['00:00', '2026-11-22'])
  expect(dayStartSec('2026-11-22')).toBe(evening + 2)
})

test('[F06] [G01] a day begins at midnight in China and ends where the next one begins', () => {
  const days = fc.integer({ min: 0, max: 36_524 }).map((at) => new Date(Date.UTC(2000, 0, 1 + at)))
  fc.assert(
    fc.property(days, (date) => {
      const day = date.toISOString().slice(0, 10)
      const { fromSec, toSec } = daySpan(day)
      expect([chinaDay(fromSec), chinaDay(toSec - 1)]).toEqual([day, day])
      expect(dayStartSec(chinaDay(toSec))).toBe(toSec)
      expect(inChina(fromSec).getTime()).toBe(date.getTime())
    }),
  )
})
