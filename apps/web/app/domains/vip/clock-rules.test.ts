import { expect, test } from 'vitest'
import { daysToAsk, minutesToAnnounce, restOf, timeLeft } from './clock-rules.ts'

test('[J04] the time left is minutes and seconds, and never less than nothing', () => {
  expect(timeLeft(766)).toEqual({ days: 0, clock: '12:46' })
  expect(timeLeft(59)).toEqual({ days: 0, clock: '00:59' })
  expect(timeLeft(0)).toEqual({ days: 0, clock: '00:00' })
  expect(timeLeft(-3)).toEqual({ days: 0, clock: '00:00' })
})

test('[J04] of a transfer hours and days are left', () => {
  expect(timeLeft(3600)).toEqual({ days: 0, clock: '01:00:00' })
  expect(timeLeft(86_399)).toEqual({ days: 0, clock: '23:59:59' })
  expect(timeLeft(86_400)).toEqual({ days: 1, clock: '00:00:00' })
  expect(timeLeft(3 * 86_400 - 1)).toEqual({ days: 2, clock: '23:59:59' })
})

test('[J04] five minutes and one minute are announced, each once', () => {
  const announced = Array.from({ length: 900 }, (_, at) => minutesToAnnounce(900 - at))
  const changes = announced.filter((minutes, at) => minutes !== announced[at - 1])
  expect(changes).toEqual([0, 5, 1])
  expect(announced.indexOf(5)).toBe(600)
  expect(announced.indexOf(1)).toBe(840)
  expect(minutesToAnnounce(0)).toBe(0)
})

test('[J04] the line is as long as the time that is left', () => {
  const order = { createdAt: 1000, expires: 1900 }
  expect(restOf(order, 1000)).toBe(1)
  expect(restOf(order, 1450)).toBe(0.5)
  expect(restOf(order, 2000)).toBe(0)
  expect(restOf(order, 900)).toBe(1)
  expect(restOf({ createdAt: 1000, expires: 1000 }, 1000)).toBe(0)
})

test('[J04] right after the payment a refund can be asked for as many days as are promised', () => {
  const paidAt = 1_795_000_000
  // The clock of the page may be behind that of the server.
  for (const pastSec of [-30, 0, 30, 86_400])
    expect(daysToAsk(paidAt, 7, paidAt + pastSec)).toBe(pastSec < 86_400 ? 7 : 6)
  expect(daysToAsk(paidAt, 7, paidAt + 7 * 86_400 - 1)).toBe(1)
  expect(daysToAsk(paidAt, 7, paidAt + 8 * 86_400)).toBe(0)
})
