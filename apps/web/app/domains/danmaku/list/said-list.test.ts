import type { Danmaku } from '@yunmu/contract'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { indexAt, SaidList } from './said-list.ts'

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
const listOf = (...given: Danmaku[]): SaidList => {
  const said = new SaidList()
  said.add(given, 1000)
  return said
}

test('[I02] in whatever order they come, they stand by time, then as they were sent, each once', () => {
  const many = fc.array(fc.record({ id: fc.integer({ min: 1, max: 40 }), time: fc.integer({ min: 0, max: 20 }) }), {
    maxLength: 40,
  })
  fc.assert(
    fc.property(many, many, (first, then) => {
      const said = new SaidList()
      for (const part of [first, then])
        said.add(
          part.map(({ id, time }) => one(String(id), time)),
          0,
        )
      const newest = new Map([...first, ...then].map((given) => [given.id, given]))
      const inOrder = [...newest.values()].sort((a, b) => a.time - b.time || a.id - b.id)
      expect(ids(said.list)).toEqual(inOrder.map(({ id }) => String(id)))
      for (const { time } of inOrder) {
        const at = indexAt(said.list, time)
        expect(said.list[at]?.time).toBe(time)
        if (at > 0) expect(said.list[at - 1]?.time).toBeLessThan(time)
      }
    }),
  )
})

test('[I02] one’s own stays one’s own when it comes back as everybody sees it', () => {
  const said = listOf(one('7', 3, { mine: true }))
  expect(ids(said.add([one('7', 3), one('8', 2)], 0).fresh)).toEqual(['8'])
  expect(said.list.map(({ id, mine }) => [id, mine])).toEqual([
    ['8', false],
    ['7', true],
  ])
})

test('[I02] what comes again is told where it has changed, and is the very same where it has not', () => {
  const said = listOf(one('1', 3), one('2', 4))
  const before = said.list
  expect(said.add([one('1', 3), one('2', 4)], 0)).toEqual({ fresh: [], changed: [] })
  expect(said.list).toBe(before)
  expect(said.add([one('1', 3), one('2', 4, { up: 5 })], 0)).toEqual({ fresh: [], changed: [one('2', 4, { up: 5 })] })
  expect(said.list[0]).toBe(before[0])
})

test('[I02] what is far is let go, and of what is near no more is kept than there is room for', () => {
  const said = listOf(...Array.from({ length: 100 }, (_, at) => one(String(at + 1), at)))
  expect(said.keep({ fromSec: 0, toSec: 100, sec: 50, most: 100 })).toEqual([])
  expect(said.keep({ fromSec: 10, toSec: 90, sec: 50, most: 100 })).toHaveLength(20)
  expect(said.keep({ fromSec: 10, toSec: 90, sec: 80, most: 10 })).toHaveLength(70)
  expect(said.list.map(({ time }) => time)).toEqual([75, 76, 77, 78, 79, 80, 81, 82, 83, 84])
  expect([said.has('75'), said.has('76')]).toEqual([false, true])
})

test('[I02] what the station does not have any more is found, but not what was said while it answered', () => {
  const said = listOf(one('1', 3), one('2', 4), one('9', 500))
  said.add([one('3', 5)], 2000)
  expect(said.missing([one('1', 3)], { fromSec: 0, toSec: 360, beforeMs: 1500 })).toEqual(['2'])
  said.drop(['2', '77'])
  expect(ids(said.list)).toEqual(['1', '3', '9'])
})
