import { expect, test } from 'vitest'
import { createWorkQueue } from './work-queue.ts'

test('work beyond the queue is turned away, and taken again when there is room', async () => {
  const queue = createWorkQueue<string>(2)
  const [one, two] = [queue.run('one', async () => 'one'), queue.run('two', async () => 'two')]
  expect(queue.run('three', async () => 'three')).toBeNull()
  await Promise.all([one, two])
  expect(await queue.run('three', async () => 'three')).toBe('three')
})

test('a piece that fails tells who waits for it, and the next one is done', async () => {
  const queue = createWorkQueue<string>(5)
  const failed = queue.run('bad', async () => {
    throw new Error('no font')
  })
  const next = queue.run('good', async () => 'done')
  await expect(failed).rejects.toThrow('no font')
  expect(await next).toBe('done')
})

test('one piece at a time, once for all who ask', async () => {
  const queue = createWorkQueue<number>(10)
  let [running, most, done] = [0, 0, 0]
  const work = async (): Promise<number> => {
    most = Math.max(most, ++running)
    await new Promise((resolve) => setImmediate(resolve))
    running--
    return ++done
  }
  const asked = ['a', 'b', 'a', 'c', 'b', 'a'].map((key) => queue.run(key, work) ?? Promise.resolve(0))
  expect(await Promise.all(asked)).toEqual([1, 2, 1, 3, 2, 1])
  expect([most, done]).toEqual([1, 3])
})
