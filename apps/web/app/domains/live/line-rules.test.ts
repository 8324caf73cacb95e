import type { Line } from '@yunmu/contract'
import { expect, test } from 'vitest'
import { nextLineId, sortLines } from './line-rules.ts'

const line = (id: number, state: Line['state']) => ({ id, name: `线路${id}`, state })
const lines = [line(1, 'weak'), line(2, 'down'), line(3, 'good'), line(4, 'good')]
const ids = (list: readonly { id: number }[]) => list.map(({ id }) => id)

test('[G02] the line that was asked for is tried first, whatever is said of it', () => {
  expect(ids(sortLines(lines, 2))).toEqual([2, 3, 4, 1])
  expect(ids(sortLines(lines, 9))).toEqual([3, 4, 1, 2])
})

test('[G02] after a line comes the next that works, the weak ones last; a line that is down never', () => {
  expect([1, 3, 4].map((id) => nextLineId(lines, id))).toEqual([3, 4, 3])
  expect(nextLineId([line(1, 'good'), line(2, 'weak')], 1)).toBe(2)
  expect(nextLineId([line(1, 'good'), line(2, 'down')], 1)).toBeNull()
  expect(nextLineId([line(1, 'good')], 1)).toBeNull()
  expect(nextLineId([], 1)).toBeNull()
})
