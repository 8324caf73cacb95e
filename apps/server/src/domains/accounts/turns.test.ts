import { setImmediate as soon } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createTurns } from './turns.ts'

test('[E01] who finds the line too long is turned away, and the line goes on after a failure', async () => {
  const turn = createTurns({ most: 1, longest: 1, share: 1 })
  const held = Promise.withResolvers<string>()
  const first = turn(() => held.promise, null)
  const second = turn(async () => 'second', null)
  await expect(turn(async () => 'third', null)).rejects.toMatchObject({ refusal: 'Overloaded', retryAfterSec: 5 })
  held.reject(new Error('broken'))
  await expect(first).rejects.toThrow('broken')
  expect(await second).toBe('second')
  expect(await turn(async () => 'fourth', null)).toBe('fourth')
})

test('[E01] no more than so many work at once, in the order in which they came', async () => {
  const turn = createTurns({ most: 2, longest: 100, share: 1 })
  const order: number[] = []
  let working = 0
  let most = 0
  const works = Array.from({ length: 20 }, (_, at) =>
    turn(async () => {
      order.push(at)
      most = Math.max(most, ++working)
      await soon()
      working--
    }, null),
  )
  await Promise.all(works)
  expect(most).toBe(2)
  expect(order).toEqual(Array.from({ length: 20 }, (_, at) => at))
})

test('[E01] one place has its share of the line and no more; the others keep theirs, and it gets it back', async () => {
  const turn = createTurns({ most: 1, longest: 100, share: 2 })
  const held = Promise.withResolvers<string>()
  const first = turn(() => held.promise, 'a')
  const second = turn(async () => 'second', 'a')
  await expect(turn(async () => 'third', 'a')).rejects.toMatchObject({ refusal: 'TooManyRequests', retryAfterSec: 5 })
  const other = turn(async () => 'other', 'b')
  held.reject(new Error('broken'))
  await expect(first).rejects.toThrow('broken')
  expect([await second, await other]).toEqual(['second', 'other'])
  expect(await Promise.all([turn(async () => 'fourth', 'a'), turn(async () => 'fifth', 'a')])).toEqual([
    'fourth',
    'fifth',
  ])
})
