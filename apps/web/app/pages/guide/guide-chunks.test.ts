import { expect, test } from 'vitest'
import { chunksFor, createDayJoiner, inputOf } from './guide-chunks.ts'

const all = Array.from({ length: 40 }, (_, at) => ({ id: at + 1 }))

test('[G01] without visible rows nothing is requested', () => {
  expect(chunksFor(all, [], ['2026-11-21'])).toEqual([])
  expect(chunksFor(all, [{ id: 99 }], ['2026-11-21'])).toEqual([])
})

test('[G01] any visible part of a chunk gives the same request, once per day', () => {
  const days = ['2026-11-20', '2026-11-21']
  const one = chunksFor(all, [{ id: 17 }], days)
  expect(one).toEqual(chunksFor(all, [{ id: 29 }, { id: 16 }], days))
  expect(one.map(({ ids, day }) => [ids[0], ids.at(-1), day])).toEqual([
    [16, 30, '2026-11-20'],
    [16, 30, '2026-11-21'],
  ])
  expect(one.map((chunk) => inputOf(chunk, '2026-11-21').day)).toEqual(['2026-11-20', '0'])
})

test('[G01] days are combined into one sorted list without duplicates, the same list for the same days', () => {
  const join = createDayJoiner<{ id: number; start: number }>()
  const [first, second] = [[1, 2].map((id) => ({ id, start: id })), [2, 3].map((id) => ({ id, start: id }))]
  const list = join(7, [first, second])
  expect(list.map(({ id }) => id)).toEqual([1, 2, 3])
  expect(join(7, [first, second])).toBe(list)
  expect(join(8, [second, first]).map(({ id }) => id)).toEqual([1, 2, 3])
  expect(join(7, [second])).not.toBe(list)
})
