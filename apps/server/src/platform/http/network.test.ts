import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isCounted, networkOf, storedSubscriberOf, subscriberOf } from './network.ts'

test.each([
  ['', 'unknown'],
  ['nowhere', 'unknown'],
  ['203.0.113.7', '203.0.113.*'],
  ['::ffff:203.0.113.7', '203.0.113.*'],
  ['2001:db8:1:2::3', '2001:db8:1::*'],
  ['2001:0DB8:0001:ffff:ffff::', '2001:db8:1::*'],
  ['::1', '::*'],
])('the network of %j is %j', (address, network) => expect(networkOf(address)).toBe(network))

test('the last part of an address is never in its network', () => {
  const v4 = fc.property(fc.ipV4(), (address) => {
    expect(networkOf(address)).toBe(address.replace(/\d+$/, '*'))
  })
  const v6 = fc.property(fc.ipV6(), (address) => {
    expect(networkOf(address)).toMatch(/^(?:[\da-f:]{0,14}::|\d+\.\d+\.\d+\.)\*$/)
  })
  fc.assert(v4)
  fc.assert(v6)
})

test('this machine is not limited, everybody else is', () => {
  expect([isCounted('127.0.0.1'), isCounted('::1'), isCounted('::ffff:127.0.0.1')]).toEqual([false, false, false])
  expect([isCounted('203.0.113.7'), isCounted('2001:db8::1'), isCounted('nowhere')]).toEqual([true, true, true])
  expect(storedSubscriberOf('2001:db8:1:2::3')).toBe(storedSubscriberOf('2001:db8:1:2:ffff::9'))
})

test('a subscriber is an IPv4 address, the /64 of an IPv6 one, and mapped addresses are unmapped', () => {
  expect(subscriberOf('203.0.113.9')).toBe('203.0.113.9')
  expect(subscriberOf('::ffff:203.0.113.9')).toBe('203.0.113.9')
  expect(subscriberOf('2001:db8:1:2:aaaa::1')).toBe(subscriberOf('2001:db8:1:2:bbbb::2'))
  expect(subscriberOf('2001:db8:1:2::1')).not.toBe(subscriberOf('2001:db8:1:3::1'))
})

test('this machine itself is not limited, in any of its spellings', () => {
  for (const address of ['127.0.0.1', '127.8.8.8', '::1', '::ffff:127.0.0.1']) expect(subscriberOf(address)).toBeNull()
})

test('invalid addresses count as one subscriber', () => {
  expect(subscriberOf('not an address')).toBe(subscriberOf('neither'))
})
