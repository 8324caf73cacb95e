import { expect, test } from 'vitest'
import { createSharedRead } from './shared-read.ts'

test('a failure reaches all waiting callers, and is not cached', async () => {
  let reads = 0
  const shared = createSharedRead(async () => {
    if (++reads === 1) throw new Error('away')
    return reads
  })
  const both = await Promise.allSettled([shared.get(0), shared.get(0)])
  expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  expect([reads, await shared.get(0)]).toEqual([1, 2])
})

test('a value is cached until it is invalidated or too old, and not beyond a clock that is set back', async () => {
  let reads = 0
  const shared = createSharedRead(async () => ++reads, { maxAgeMs: 1000 })
  const seen: number[] = []
  for (const nowMs of [5000, 5999, 6000, 6500, 5001]) seen.push(await shared.get(nowMs))
  expect(seen).toEqual([1, 1, 2, 2, 2])
  expect(await shared.get(1000)).toBe(3)
  shared.invalidate()
  expect(await shared.get(1000)).toBe(4)
})
