import { vodTimetable } from '@yunmu/contract'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseDay, weekOf } from './update-rules.ts'
import { dayStartSec } from '@yunmu/contract/china-time'

const aDay = fc
  .integer({ min: Date.UTC(2000, 0, 1) / 86_400_000, max: Date.UTC(2099, 11, 31) / 86_400_000 })
  .map((days) => new Date(days * 86_400_000).toISOString().slice(0, 10))

test('[F06] an invalid day is refused', () => {
  const isDay = (day: string): boolean => vodTimetable.send.safeParse({ type: '0', day }).success
  for (const day of ['', '1', '2026-2-3', '2026-02-30', '2026-13-01', '1999-12-31', '2026-11-21 ', 'today'])
    expect([day, isDay(day)]).toEqual([day, false])
  fc.assert(fc.property(aDay, isDay))
  expect(isDay('0')).toBe(true)
})

test('[F06] day 0 is the current day in China', () => {
  expect(parseDay('0', Date.UTC(2026, 10, 20, 16))).toBe('2026-11-21')
  expect(parseDay('0', Date.UTC(2026, 10, 20, 16) - 1)).toBe('2026-11-20')
  expect(parseDay('2026-11-02', Date.UTC(2026, 10, 20, 16))).toBe('2026-11-02')
})

test('[F06] a week has seven consecutive days, Monday first, and contains the day', () => {
  expect(weekOf('2026-11-22')).toEqual([
    '2026-11-16',
    '2026-11-17',
    '2026-11-18',
    '2026-11-19',
    '2026-11-20',
    '2026-11-21',
    '2026-11-22',
  ])
  fc.assert(
    fc.property(aDay, (day) => {
      const week = weekOf(day)
      expect(week).toContain(day)
      expect(new Date(`${week[0] ?? ''}T00:00:00Z`).getUTCDay()).toBe(1)
      expect(week.map((one) => dayStartSec(one) - dayStartSec(week[0] ?? ''))).toEqual(
        [0, 1, 2, 3, 4, 5, 6].map((at) => at * 86_400),
      )
    }),
  )
})
