import type { Danmaku } from '@yunmu/contract'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { indexAt, inPack, withoutIds, withSaid } from './said-list.ts'

const one = (id: string, time: number, mine = false): Danmaku => ({
  ...{ id, time, mode: 'scroll', color: 0xffffff, size: 25, text: id, user: '', weight: 5, vip: false, up: 0, mine },
})
const ids = (list: readonly Danmaku[]): string[] => list.map(({ id }) => id)

test('[I02] in whatever order they come, they stand by time, each once', () => {
  const said = fc.array(fc.record({ id: fc.integer({ min: 1, max: 40 }), time: fc.integer({ min: 0, max: 50 }) }), {
    maxLength: 40,
  })
  fc.assert(
    fc.property(said, said, (first, then) => {
      const list = withSaid(
        withSaid(
          [],
          first.map(({ id, time }) => one(String(id), time)),
        ),
        then.map(({ id, time }) => one(String(id), time)),
      )
      expect(new Set(ids(list)).size).toBe(list.length)
      expect(list.map(({ time }) => time)).toEqual(list.map(({ time }) => time).sort((a, b) => a - b))
      for (const { time } of new Map(then.map((given) => [given.id, given])).values()) {
        const at = indexAt(list, time)
        expect(list[at]?.time).toBeGreaterThanOrEqual(time)
        if (at > 0) expect(list[at - 1]?.time).toBeLessThan(time)
      }
    }),
  )
})

test('[I02] one’s own stays one’s own when it comes back as everybody sees it', () => {
  const list = withSaid([one('7', 3, true)], [one('7', 3), one('8', 2)])
  expect(list.map(({ id, mine }) => [id, mine])).toEqual([
    ['8', false],
    ['7', true],
  ])
})

test('[I02] what is gone is gone, and what belongs to a pack is found', () => {
  const list = [one('1', 3), one('2', 359), one('3', 360)]
  expect(ids(withoutIds(list, ['2', '9']))).toEqual(['1', '3'])
  expect(withoutIds(list, ['9'])).toBe(list)
  expect(ids(inPack(list, 0))).toEqual(['1', '2'])
  expect(indexAt(list, 400)).toBe(3)
})
