import { setImmediate as soon } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createTurns } from './turns.ts'

test('[E01] who finds the line too long is turned away, and the line goes on after a failure', async () => {
  const turn = createTurns(1, 1)
  const held = Promise.withResolvers<string>()
  const first = turn(() => held.promise)
  const second = turn(async () => 'second')
  await expect(turn(async () => 'third')).rejects.toMatchObject({ refusal: 'Overloaded', retryAfterSec: 5 })
  held.reject(new Error('broken'))
  await expect(first).rejects.toThrow('broken')
  expect(await second).toBe('second')
  expect(await turn(async () => 'fourth')).toBe('fourth')
})

test('[E01] no more than so many work at once, in the order in which they came', async () => {
  const turn = createTurns(2, 100)
  const order: number[] = []
  let working = 0
  let most = 0
  const works = Array.from({ length: 20 }, (_, at) =>
    turn(async () => {
      order.push(at)
      most = Math.max(most, ++working)
      await soon()
      working--
    }),
  )
  await Promise.all(works)
  expect(most).toBe(2)
  expect(order).toEqual(Array.from({ length: 20 }, (_, at) => at))
})
