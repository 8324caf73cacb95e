import { expect, test } from 'vitest'
import { createRateLimits } from './rate-limits.ts'

test('points are counted for each name and address', async () => {
  const limits = createRateLimits()
  const one = { points: 1, perSec: 60 }
  await limits.consume('a', '203.0.113.1', one)
  await limits.consume('b', '203.0.113.1', one)
  await limits.consume('a', '203.0.113.2', one)
  await expect(limits.consume('a', '203.0.113.1', one)).rejects.toMatchObject({ refusal: 'TooManyRequests' })
})

test('the networks of one /48 share thirty-two times the points of one of them', async () => {
  const limits = createRateLimits()
  const one = { points: 1, perSec: 60 }
  const refused = { refusal: 'TooManyRequests', retryAfterSec: expect.any(Number) }
  for (let at = 0; at < 32; at++) await limits.consume('a', `2001:db8:1:${at.toString(16)}::1`, one)
  await expect(limits.consume('a', '2001:db8:1:ff::1', one)).rejects.toMatchObject(refused)
  await limits.consume('a', '2001:db8:2::1', one)
  await limits.consume('b', '2001:db8:1:ff::1', one)
})

test('a network that has consumed its points takes none from the others of its /48', async () => {
  const limits = createRateLimits()
  const one = { points: 1, perSec: 60 }
  for (let at = 0; at < 40; at++) await limits.consume('a', '2001:db8:1:1::1', one).catch(() => undefined)
  await expect(limits.consume('a', '2001:db8:1:2::1', one)).resolves.toBeUndefined()
})
