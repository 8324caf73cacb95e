import type { Danmaku } from '@yunmu/contract'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isLater } from './replay-lists.ts'
import type { SentDanmaku } from './realtime-needs.ts'
import { createRing } from './ring.ts'

const keptMs = 60_000
const sent = (id: number | string, sentMs: number): SentDanmaku => {
  const look = { time: 1, mode: 'scroll', color: 0, size: 25, text: '', user: '' } as const
  const danmaku: Danmaku = { ...look, id: String(id), weight: 5, vip: false, up: 0, mine: false }
  return { sentMs, danmaku }
}
const ids = (list: readonly Danmaku[]): string[] => list.map(({ id }) => id)

test('ids are ordered as numbers, whatever their length', () => {
  const digits = fc.bigInt({ min: 0n, max: 10n ** 18n - 1n })
  fc.assert(
    fc.property(digits, digits, (one, other) => {
      expect(isLater(String(one), String(other))).toBe(one > other)
      expect(isLater(String(one).padStart(18, '0'), String(other))).toBe(one > other)
    }),
  )
})

test('a known danmaku is not added twice', () => {
  const ring = createRing(keptMs)
  expect([ring.add(sent(1, 0)), ring.add(sent(1, 10))]).toEqual([true, false])
})

test('[I02] a reconnected page gets everything after, in whatever order it was received, and nothing older than a minute', () => {
  const ring = createRing(keptMs)
  // Twenty before it, because windows start on steps that clients share.
  for (let id = 101; id <= 120; id++) ring.add(sent(id, 0))
  for (const [id, atMs] of [
    [207, 50_000],
    [206, 51_000],
    [208, 52_000],
  ] as const)
    ring.add(sent(id, atMs))
  expect(ids(ring.after('207', 52_000))).toEqual(['207', '206', '208'])
  expect(ids(ring.after('208', 52_000))).toEqual(['207', '206', '208'])
  // Known to another instance only, so it is compared by id.
  expect(ids(ring.after('119', 52_000))).toHaveLength(23)
  expect(ids(ring.after('130', 52_000))).toEqual(['207', '206', '208'])
  expect(ids(ring.after('119', 60_001))).toEqual(['207', '206', '208'])
  expect(ring.after('208', 200_000)).toEqual([])
})

test('[I02] a danmaku with a lower id that was stored later is sent to a page that has the higher one', () => {
  const ring = createRing(keptMs)
  for (let id = 1; id <= 40; id++) ring.add(sent(id, 0))
  // The first page of a room: 50 was sent before 51, but stored after a pack with 51 was read.
  ring.fill([sent(50, 20_000), sent(51, 20_100)])
  expect(ids(ring.after('51', 20_200))).toContain('50')
  // Another instance read the pack, and its event has not arrived yet.
  expect(ids(ring.after('60', 20_200))).toContain('51')
})

test('pages with about the same gap share one list, at most two hundred and some, until something is sent', () => {
  const ring = createRing(keptMs)
  for (let id = 1000; id < 1900; id++) ring.add(sent(id, id * 10))
  const all = ring.after('0', 19_000)
  expect(ids(all).at(-1)).toBe('1899')
  expect(all.length).toBeGreaterThanOrEqual(200)
  expect(all.length).toBeLessThan(220)
  expect(ring.after('1100', 19_000)).toBe(all)
  const lists = new Set(Array.from({ length: 900 }, (_, at) => ring.after(String(1000 + at), 19_000)))
  expect(lists.size).toBeLessThan(12)
  ring.add(sent(2000, 19_000))
  expect(ids(ring.after('1899', 19_000)).at(-1)).toBe('2000')
  expect(ring.after('1899', 19_000)).not.toBe(all)
  ring.remove(['2000'])
  expect(ids(ring.after('1899', 19_000)).at(-1)).toBe('1899')
})

test('danmaku loaded for a joining page are new for the others', () => {
  const ring = createRing(keptMs)
  ring.fill([sent(1, 50)])
  expect([ring.add(sent(1, 60)), ring.add(sent(1, 70))]).toEqual([true, false])
})

test('a page with the newest danmaku of any moment misses nothing', () => {
  fc.assert(
    fc.property(fc.uniqueArray(fc.nat(10_000), { minLength: 1, maxLength: 50 }), fc.nat(), (order, seed) => {
      const ring = createRing(keptMs)
      for (const id of order) ring.add(sent(id, 1000))
      const at = seed % order.length
      const notified = ids(ring.after(String(order[at]), 1000))
      for (const id of order.slice(at + 1)) expect(notified).toContain(String(id))
    }),
  )
})

test('danmaku from before the first page are in front of those received meanwhile', () => {
  const ring = createRing(keptMs)
  ring.add(sent(3, 100))
  ring.fill([sent(1, 50), sent(2, 60), sent(3, 100)])
  expect(ids(ring.after('0', 100))).toEqual(['1', '2', '3'])
})

test('a thousand are stored and no more', () => {
  const ring = createRing(keptMs)
  for (let id = 1; id <= 1500; id++) ring.add(sent(id, 30_000))
  expect(ring.missingFrom([], 0, 40_000)).toHaveLength(1000)
  ring.fill(Array.from({ length: 3000 }, (_, id) => sent(id + 10_000, 30_000)))
  expect(ring.missingFrom([], 0, 40_000)).toHaveLength(1000)
})

test('[I04] danmaku removed without an event are found missing; too old or too new ones are not judged', () => {
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
