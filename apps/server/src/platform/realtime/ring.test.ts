import type { Danmaku } from '@yunmu/contract'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { SentDanmaku } from './realtime-needs.ts'
import { createRing, isLater } from './ring.ts'

const keptMs = 60_000
const sent = (id: number | string, sentMs: number): SentDanmaku => {
  const look = { time: 1, mode: 'scroll', color: 0, size: 25, text: '', user: '' } as const
  const danmaku: Danmaku = { ...look, id: String(id), weight: 5, vip: false, up: 0, mine: false }
  return { sentMs, danmaku }
}
const ids = (list: readonly Danmaku[]): string[] => list.map(({ id }) => id)

test('ids are in the order of their numbers, however long they are', () => {
  const digits = fc.bigInt({ min: 0n, max: 10n ** 18n - 1n })
  fc.assert(
    fc.property(digits, digits, (one, other) => {
      expect(isLater(String(one), String(other))).toBe(one > other)
      expect(isLater(String(one).padStart(18, '0'), String(other))).toBe(one > other)
    }),
  )
})

test('what is known is not taken twice', () => {
  const ring = createRing(keptMs)
  expect([ring.add(sent(1, 0)), ring.add(sent(1, 10))]).toEqual([true, false])
})

test('[I02] who was away is told all that came after, in whatever order it was heard, and nothing older than a minute', () => {
  const ring = createRing(keptMs)
  for (const [id, atMs] of [
    [5, 0],
    [7, 50_000],
    [6, 51_000],
    [8, 52_000],
  ] as const)
    ring.add(sent(id, atMs))
  expect(ids(ring.after('7', 52_000))).toEqual(['6', '8'])
  // Known to another instance alone: what is later by its number.
  expect(ids(ring.after('4', 52_000))).toEqual(['5', '7', '6', '8'])
  expect(ids(ring.after('4', 60_001))).toEqual(['7', '6', '8'])
  expect(ids(ring.after('8', 52_000))).toEqual([])
})

test('a page with the newest danmaku of any moment misses nothing', () => {
  fc.assert(
    fc.property(fc.uniqueArray(fc.nat(10_000), { minLength: 1, maxLength: 50 }), fc.nat(), (order, seed) => {
      const ring = createRing(keptMs)
      for (const id of order) ring.add(sent(id, 1000))
      const at = seed % order.length
      const told = ids(ring.after(String(order[at]), 1000))
      for (const id of order.slice(at + 1)) expect(told).toContain(String(id))
    }),
  )
})

test('what was said before the first page came stands in front of what was heard meanwhile', () => {
  const ring = createRing(keptMs)
  ring.add(sent(3, 100))
  ring.fill([sent(1, 50), sent(2, 60), sent(3, 100)])
  expect(ids(ring.after('0', 100))).toEqual(['1', '2', '3'])
})

test('a thousand are kept and no more', () => {
  const ring = createRing(keptMs)
  for (let id = 1; id <= 1500; id++) ring.add(sent(id, 10))
  expect(ids(ring.after('0', 10))).toHaveLength(1000)
  ring.fill(Array.from({ length: 3000 }, (_, id) => sent(id + 10_000, 10)))
  expect(ids(ring.after('0', 10))).toHaveLength(1000)
})

test('[I04] what was taken back unheard is found missing; what is too old or too new to be sure of is not', () => {
  const ring = createRing(keptMs)
  for (const [id, atMs] of [
    [1, 1000],
    [2, 20_000],
    [3, 30_000],
    [4, 59_000],
  ] as const)
    ring.add(sent(id, atMs))
  expect(ring.missingFrom([sent(3, 30_000)], 0, 50_000)).toEqual([])
  expect(ring.missingFrom([sent(1, 1000), sent(3, 30_000)], 0, 50_000)).toEqual(['2'])
  expect(ring.missingFrom([], 0, 50_000)).toEqual(['2', '3'])
})
