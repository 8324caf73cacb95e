import { expect, test } from 'vitest'
import { createMicroCache } from './micro-cache.ts'

function counted(mostBytes?: number) {
  const seen = { nowMs: 1_795_000_000_000, made: 0 }
  const once = createMicroCache<string>({
    nowMs: () => seen.nowMs,
    sizeOf: (text) => text.length,
    ...(mostBytes === undefined ? {} : { maxBytes: mostBytes }),
  })
  const make = async (): Promise<string> => `${++seen.made}`.padEnd(10_000, '.')
  return { seen, once, make }
}
const refuse = async (): Promise<never> => {
  throw new Error('too many')
}

test('for a refused caller no value is computed, but a cached one is returned', async () => {
  const { seen, once, make } = counted()
  await expect(once('a', make, refuse)).rejects.toThrow('too many')
  expect(seen.made).toBe(0)
  const first = once('a', make)
  expect(await Promise.all([first, once('a', make, refuse)])).toEqual([await first, await first])
  expect(seen.made).toBe(1)
})

test('a failure is not cached', async () => {
  const { once, make } = counted()
  await expect(once('a', refuse)).rejects.toThrow('too many')
  expect(await once('a', make)).toMatch(/^1/)
})

test('concurrent requests and requests within a second compute the value once, even if the system clock changes', async () => {
  const { seen, once, make } = counted()
  await Promise.all(Array.from({ length: 20 }, () => once('a', make)))
  expect(seen.made).toBe(1)
  seen.nowMs += 999
  await once('a', make)
  expect(seen.made).toBe(1)
  seen.nowMs += 1
  await once('a', make)
  seen.nowMs -= 3600_000
  await once('a', make)
  expect(seen.made).toBe(3)
})

test('the cache stays below its size limit', async () => {
  const { seen, once, make } = counted(100_000)
  for (let at = 0; at < 50; at++) await once(`p-${at}`, make)
  for (let at = 49; at >= 0; at--) await once(`p-${at}`, make)
  // Nine entries of ten thousand bytes and their keys fit.
  expect(seen.made).toBe(50 + 50 - 9)
})
