import { expect, test } from 'vitest'
import { createRateLimits, limitKey } from './rate-limits.ts'

test('who counts as one: an IPv4 address, the /64 of an IPv6 one, mapped addresses as what they are', () => {
  expect(limitKey('203.0.113.9')).toBe('203.0.113.9')
  expect(limitKey('::ffff:203.0.113.9')).toBe('203.0.113.9')
  expect(limitKey('2001:db8:1:2:aaaa::1')).toBe(limitKey('2001:db8:1:2:bbbb::2'))
  expect(limitKey('2001:db8:1:2::1')).not.toBe(limitKey('2001:db8:1:3::1'))
})

test('this machine itself is not limited, in any of its spellings', () => {
  for (const address of ['127.0.0.1', '127.8.8.8', '::1', '::ffff:127.0.0.1']) expect(limitKey(address)).toBeNull()
})

test('what is no address shares one purse with all the others that are none', () => {
  expect(limitKey('not an address')).toBe(limitKey('neither'))
})

test('a purse is one for each name and address', async () => {
  const limits = createRateLimits()
  const one = { points: 1, perSec: 60 }
  await limits.consume('a', '203.0.113.1', one)
  await limits.consume('b', '203.0.113.1', one)
  await limits.consume('a', '203.0.113.2', one)
  await expect(limits.consume('a', '203.0.113.1', one)).rejects.toMatchObject({ refusal: 'TooManyRequests' })
})
