import { expect, test } from 'vitest'
import { clockText, minutesToAnnounce, restOf } from './clock-rules.ts'

test('[J04] the time left is minutes and seconds, and never less than nothing', () => {
  expect(clockText(766)).toBe('12:46')
  expect(clockText(59)).toBe('00:59')
  expect(clockText(0)).toBe('00:00')
  expect(clockText(-3)).toBe('00:00')
  expect(clockText(86_400)).toBe('1440:00')
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
