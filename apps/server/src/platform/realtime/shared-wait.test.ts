import { expect, test } from 'vitest'
import { createSharedWait } from './shared-wait.ts'

test('callers during a delay resume together, and a later one starts a new delay', async () => {
  const shared = createSharedWait(1)
  const received: string[] = []
  const waiting = ['first', 'second'].map((name) => shared.wait().then(() => received.push(name)))
  expect(received).toEqual([])
  await Promise.all(waiting)
  expect(received).toEqual(['first', 'second'])
  await shared.wait()
})

test('a delay can be ended early, if there is one', async () => {
  const shared = createSharedWait(2 ** 30)
  shared.end()
  const waiting = shared.wait()
  shared.end()
  await waiting
  expect(shared.wait()).not.toBe(waiting)
  shared.end()
})
