import { expect, test } from 'vitest'
import { dayAfter, membershipView } from './membership-view.ts'

// In China it is 01:00 of the next day.
const nowSec = Date.parse('2026-11-22T17:00:00Z') / 1000
const daySec = 86_400

test('[J01] a membership has its last day in China and the days that are left', () => {
  const user = { groupId: 3, userEndTime: nowSec + 363 * daySec }
  expect(membershipView(user, nowSec)).toEqual({ is: 'active', until: '2027-11-21', daysLeft: 363 })
  expect(membershipView({ groupId: 3, userEndTime: 0 }, nowSec)).toMatchObject({ is: 'active', until: null })
})

test('[J01] an ended membership is spoken of for half a year; users without one have none', () => {
  expect(membershipView({ groupId: 3, userEndTime: nowSec - daySec }, nowSec)).toEqual({
    is: 'ended',
    month: 11,
    day: 22,
  })
  expect(membershipView({ groupId: 2, userEndTime: nowSec - 300 * daySec }, nowSec)).toEqual({ is: 'none' })
  expect(membershipView({ groupId: 2, userEndTime: 0 }, nowSec)).toEqual({ is: 'none' })
  expect(membershipView(null, nowSec)).toEqual({ is: 'none' })
})

test('[J01] what is bought is added to what is left', () => {
  expect(dayAfter({ groupId: 3, userEndTime: nowSec + 10 * daySec }, 7, nowSec)).toBe('2026-12-10')
  expect(dayAfter({ groupId: 2, userEndTime: nowSec - daySec }, 7, nowSec)).toBe('2026-11-30')
  expect(dayAfter(null, 7, nowSec)).toBe('2026-11-30')
  expect(dayAfter({ groupId: 3, userEndTime: 0 }, 7, nowSec)).toBeNull()
})
