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

test('who is refused has nothing made, and is given what is there all the same', async () => {
  const { seen, once, make } = counted()
  await expect(once('a', make, refuse)).rejects.toThrow('too many')
  expect(seen.made).toBe(0)
  const first = once('a', make)
  expect(await Promise.all([first, once('a', make, refuse)])).toEqual([await first, await first])
  expect(seen.made).toBe(1)
})

test('a failure is not kept', async () => {
  const { once, make } = counted()
  await expect(once('a', refuse)).rejects.toThrow('too many')
  expect(await once('a', make)).toMatch(/^1/)
})

test('what is asked for at once and within a second is made once, whichever way the clock is set', async () => {
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

test('however many there are, no more is kept than there is room for', async () => {
  const { seen, once, make } = counted(100_000)
  for (let at = 0; at < 50; at++) await once(`p-${at}`, make)
  for (let at = 49; at >= 0; at--) await once(`p-${at}`, make)
  // Nine of ten thousand bytes and their names have room.
  expect(seen.made).toBe(50 + 50 - 9)
})
