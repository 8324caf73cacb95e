import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createTimeline, type Timed } from './timeline.ts'

const anyList = fc.array(
  fc.record({ id: fc.integer({ min: 1, max: 40 }).map(String), time: fc.integer({ min: 0, max: 50 }) }),
  { maxLength: 80 },
)

test('an item without a time is not stored', () => {
  const timeline = createTimeline(10)
  timeline.put([{ id: '1', time: Number.NaN }], 0)
  expect(timeline.size).toBe(0)
})

test('[I02] a span holds those of its time in order, the last of each id alone', () => {
  fc.assert(
    fc.property(fc.array(anyList, { maxLength: 4 }), fc.nat(50), fc.nat(20), (lists, fromSec, sec) => {
      const timeline = createTimeline<Timed>(1000)
      const expected = new Map<string, Timed>()
      for (const list of lists) {
        timeline.put(list, 0)
        for (const one of list) expected.set(one.id, one)
      }
      timeline.remove('7')
      expected.delete('7')
      const found = timeline.between(fromSec, fromSec + sec)
      const wanted = [...expected.values()].filter(({ time }) => time >= fromSec && time < fromSec + sec)
      expect(new Set(found)).toEqual(new Set(wanted))
      expect(found.map(({ time }) => time)).toEqual(wanted.map(({ time }) => time).toSorted((a, b) => a - b))
      expect(timeline.size).toBe(expected.size)
    }),
  )
})

test('[I02] a hundred thousand and more are bounded: those farthest from the picture go', () => {
  const timeline = createTimeline<Timed>(100_000)
  timeline.put(
    Array.from({ length: 100_000 }, (_, at) => ({ id: `${at}`, time: at })),
    90_000,
  )
  const gone = timeline.put(
    Array.from({ length: 6000 }, (_, at) => ({ id: `n${at}`, time: 90_000 + at })),
    90_000,
  )
  expect(timeline.size).toBe(100_000)
  expect(gone.map(({ time }) => time)).toEqual(Array.from({ length: 6000 }, (_, at) => at))
  expect(timeline.get('0')).toBeUndefined()
  expect(timeline.get('6000')).toBeDefined()
})
