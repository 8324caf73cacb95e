import { expect, test } from 'vitest'
import { statusOf } from './account-status.ts'

const endOf = (year: number, month: number, day: number): number => new Date(year, month - 1, day, 12).getTime() / 1000

test('[J01] a VIP without an expiry has no date, and other users never have one', () => {
  const end = endOf(2027, 1, 2)
  expect(statusOf({ groupId: 2, userEndTime: end }, end - 1)).toEqual({ vip: false })
  expect(statusOf({ groupId: 3, userEndTime: end }, end)).toEqual({ vip: false })
  expect(statusOf({ groupId: 3, userEndTime: end }, end - 1)).toEqual({ vip: true, until: '2027-01-02' })
  expect(statusOf({ groupId: 3, userEndTime: 0 }, end)).toEqual({ vip: true, until: null })
})

test('[J01] the end of a membership is a day of China on every device, as the operator reads it', () => {
  const end = Date.parse('2027-01-01T16:30:00Z') / 1000
  expect(statusOf({ groupId: 3, userEndTime: end }, end - 1)).toEqual({ vip: true, until: '2027-01-02' })
})
