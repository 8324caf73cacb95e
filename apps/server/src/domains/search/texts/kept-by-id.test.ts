import { expect, test, vi } from 'vitest'
import { keepById } from './kept-by-id.ts'

interface Value {
  id: number
  read: number
}

/** Reads ids below ten, and says the how many-th reading it was. */
function aSource() {
  const load = vi.fn(async (ids: number[]): Promise<Value[]> => {
    const read = load.mock.calls.length
    return ids.filter((id) => id < 10).map((id) => ({ id, read }))
  })
  return load
}

test('what is kept is not read again, and comes in the order that was asked for', async () => {
  const [kept, load] = [keepById<Value>({ most: 10, maxAgeMs: 1e9 }), aSource()]
  expect(await kept.get([3, 1], load)).toEqual([
    { id: 3, read: 1 },
    { id: 1, read: 1 },
  ])
  expect(await kept.get([1, 99, 2, 3], load)).toEqual([
    { id: 1, read: 1 },
    { id: 2, read: 2 },
    { id: 3, read: 1 },
  ])
  expect(load.mock.calls).toEqual([[[3, 1]], [[99, 2]]])
  await kept.get([2, 3], load)
  expect(load).toHaveBeenCalledTimes(2)
})

test('what was dropped is read anew: some, or everything', async () => {
  const [kept, load] = [keepById<Value>({ most: 10, maxAgeMs: 1e9 }), aSource()]
  await kept.get([1, 2], load)
  kept.drop([2])
  expect(await kept.get([1, 2], load)).toEqual([
    { id: 1, read: 1 },
    { id: 2, read: 2 },
  ])
  kept.drop(null)
  expect(await kept.get([1], load)).toEqual([{ id: 1, read: 3 }])
})

test('what changes while it is read is not kept as it was', async () => {
  const [kept, load] = [keepById<Value>({ most: 10, maxAgeMs: 1e9 }), aSource()]
  const reading = kept.get([1], load)
  kept.drop([1])
  expect(await reading).toEqual([{ id: 1, read: 1 }])
  expect(await kept.get([1], load)).toEqual([{ id: 1, read: 2 }])
})
