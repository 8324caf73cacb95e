import { expect, test } from 'vitest'
import { createOnDemandQuota } from './on-demand-quota.ts'

const first = Array.from({ length: 12 }, (_, at) => at + 1)

test('[F08] nobody has more than twelve lines recorded, until one of them was left a minute ago', () => {
  const asks = createOnDemandQuota()
  for (const id of first) expect(asks('a', id, id * 1000)).toBe(true)
  expect(asks('a', 13, 13_000)).toBe(false)
  expect(asks('a', 1, 14_000)).toBe(true)
  expect(asks('a', 13, 61_999)).toBe(false)
  expect(asks('a', 13, 62_000)).toBe(true)
  expect(asks('a', 14, 62_001)).toBe(false)
})

test('[F08] what others watch is not counted, nor the machine itself', () => {
  const asks = createOnDemandQuota()
  for (const id of first) asks('a', id, 0)
  expect(asks('b', 13, 0)).toBe(true)
  for (const id of [...first, 13, 14]) expect(asks(null, id, 0)).toBe(true)
})
