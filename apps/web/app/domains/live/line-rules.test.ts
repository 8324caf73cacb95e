import type { Line } from '@yunmu/contract'
import { expect, test } from 'vitest'
import { nextLineId, sortLines } from './line-rules.ts'

const line = (id: number, state: Line['state'], locked = false) => ({ id, name: `线路${id}`, state, locked })
const lines = [line(1, 'weak'), line(2, 'down'), line(3, 'good'), line(4, 'good')]
const ids = (list: readonly { id: number }[]) => list.map(({ id }) => id)

test('[G02] the requested line is tried first, whatever its state', () => {
  expect(ids(sortLines(lines, 2))).toEqual([2, 3, 4, 1])
  expect(ids(sortLines(lines, 9))).toEqual([3, 4, 1, 2])
})

test('[B08] a line with a password is tried after the others, and never automatically', () => {
  const locked = [line(1, 'good', true), line(2, 'weak'), line(3, 'down', true), line(4, 'good')]
  expect(ids(sortLines(locked, 9))).toEqual([4, 2, 1, 3])
  expect(ids(sortLines(locked, 1))).toEqual([1, 4, 2, 3])
  expect([nextLineId(locked, 4), nextLineId([line(1, 'good'), line(2, 'good', true)], 1)]).toEqual([2, null])
})

test('[G02] after a line the next working one is tried, weak ones last, and never one that is down', () => {
  expect([1, 3, 4].map((id) => nextLineId(lines, id))).toEqual([3, 4, 3])
  expect(nextLineId([line(1, 'good'), line(2, 'weak')], 1)).toBe(2)
  expect(nextLineId([line(1, 'good'), line(2, 'down')], 1)).toBeNull()
  expect(nextLineId([line(1, 'good')], 1)).toBeNull()
  expect(nextLineId([], 1)).toBeNull()
})
