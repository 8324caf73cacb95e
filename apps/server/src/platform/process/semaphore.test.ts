import { setImmediate as soon } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createSemaphore } from './semaphore.ts'

test('[E01] a task is refused when the queue is full, and the queue goes on after a failure', async () => {
  const run = createSemaphore({ concurrency: 1, maxQueued: 1, maxPerKey: 1 })
  const held = Promise.withResolvers<string>()
  const first = run(() => held.promise, null)
  const second = run(async () => 'second', null)
  await expect(run(async () => 'third', null)).rejects.toMatchObject({ refusal: 'Overloaded', retryAfterSec: 5 })
  held.reject(new Error('broken'))
  await expect(first).rejects.toThrow('broken')
  expect(await second).toBe('second')
  expect(await run(async () => 'fourth', null)).toBe('fourth')
})

test('[E01] no more tasks than allowed run at once, first in, first out', async () => {
  const run = createSemaphore({ concurrency: 2, maxQueued: 100, maxPerKey: 1 })
  const order: number[] = []
  let running = 0
  let peak = 0
  const tasks = Array.from({ length: 20 }, (_, at) =>
    run(async () => {
      order.push(at)
      peak = Math.max(peak, ++running)
      await soon()
      running--
    }, null),
  )
  await Promise.all(tasks)
  expect(peak).toBe(2)
  expect(order).toEqual(Array.from({ length: 20 }, (_, at) => at))
})

test('[E01] one key holds only its share of the queue, others keep theirs, and it is given back afterwards', async () => {
  const run = createSemaphore({ concurrency: 1, maxQueued: 100, maxPerKey: 2 })
  const held = Promise.withResolvers<string>()
  const first = run(() => held.promise, 'a')
  const second = run(async () => 'second', 'a')
  await expect(run(async () => 'third', 'a')).rejects.toMatchObject({ refusal: 'TooManyRequests', retryAfterSec: 5 })
  const other = run(async () => 'other', 'b')
  held.reject(new Error('broken'))
  await expect(first).rejects.toThrow('broken')
  expect([await second, await other]).toEqual(['second', 'other'])
  expect(await Promise.all([run(async () => 'fourth', 'a'), run(async () => 'fifth', 'a')])).toEqual([
    'fourth',
    'fifth',
  ])
})
