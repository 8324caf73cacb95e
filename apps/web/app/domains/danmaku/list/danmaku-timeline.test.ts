import type { Danmaku } from '@yunmu/contract'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { indexAt, DanmakuTimeline } from './danmaku-timeline.ts'

const one = (id: string, time: number, more: Partial<Danmaku> = {}): Danmaku => ({
  id,
  time,
  mode: 'scroll',
  color: 0xffffff,
  size: 25,
  text: id,
  user: '',
  weight: 5,
  vip: false,
  up: 0,
  mine: false,
  ...more,
})
const ids = (list: readonly Danmaku[]): string[] => list.map(({ id }) => id)
const listOf = (...inputs: Danmaku[]): DanmakuTimeline => {
  const timeline = new DanmakuTimeline()
  timeline.add(inputs, 1000)
  return timeline
}

test('[I02] in any order of arrival they are sorted by time, then by sending, each once', () => {
  const many = fc.array(fc.record({ id: fc.integer({ min: 1, max: 40 }), time: fc.integer({ min: 0, max: 20 }) }), {
    maxLength: 40,
  })
  fc.assert(
    fc.property(many, many, (first, then) => {
      const timeline = new DanmakuTimeline()
      for (const part of [first, then])
        timeline.add(
          part.map(({ id, time }) => one(String(id), time)),
          0,
        )
      const newest = new Map([...first, ...then].map((inputs) => [inputs.id, inputs]))
      const inOrder = [...newest.values()].sort((a, b) => a.time - b.time || a.id - b.id)
      expect(ids(timeline.list)).toEqual(inOrder.map(({ id }) => String(id)))
      for (const { time } of inOrder) {
        const at = indexAt(timeline.list, time)
        expect(timeline.list[at]?.time).toBe(time)
        if (at > 0) expect(timeline.list[at - 1]?.time).toBeLessThan(time)
      }
    }),
  )
})

test('[I02] an own danmaku stays marked as own when it is received as a broadcast', () => {
  const timeline = listOf(one('7', 3, { mine: true }))
  expect(ids(timeline.add([one('7', 3), one('8', 2)], 0).fresh)).toEqual(['8'])
  expect(timeline.list.map(({ id, mine }) => [id, mine])).toEqual([
    ['8', false],
    ['7', true],
  ])
})

test('[I02] a danmaku received again is reported if it has changed, and is the same object if not', () => {
  const timeline = listOf(one('1', 3), one('2', 4))
  const before = timeline.list
  expect(timeline.add([one('1', 3), one('2', 4)], 0)).toEqual({ fresh: [], changed: [] })
  expect(timeline.list).toBe(before)
  expect(timeline.add([one('1', 3), one('2', 4, { up: 5 })], 0)).toEqual({
    fresh: [],
    changed: [one('2', 4, { up: 5 })],
  })
  expect(timeline.list[0]).toBe(before[0])
})

test('[I02] distant danmaku are evicted, and the number of near ones is limited', () => {
  const timeline = listOf(...Array.from({ length: 100 }, (_, at) => one(String(at + 1), at)))
  expect(timeline.trim({ fromSec: 0, toSec: 100, sec: 50, max: 100 })).toEqual([])
  expect(timeline.trim({ fromSec: 10, toSec: 90, sec: 50, max: 100 })).toHaveLength(20)
  expect(timeline.trim({ fromSec: 10, toSec: 90, sec: 80, max: 10 })).toHaveLength(70)
  expect(timeline.list.map(({ time }) => time)).toEqual([75, 76, 77, 78, 79, 80, 81, 82, 83, 84])
  expect([timeline.has('75'), timeline.has('76')]).toEqual([false, true])
})

test('[I02] danmaku that the station no longer has are found, except those received while it answered', () => {
  const timeline = listOf(one('1', 3), one('2', 4), one('9', 500))
  timeline.add([one('3', 5)], 2000)
  expect(timeline.missingIn([one('1', 3)], { fromSec: 0, toSec: 360, beforeMs: 1500 })).toEqual(['2'])
  timeline.remove(['2', '77'])
  expect(ids(timeline.list)).toEqual(['1', '3', '9'])
})
