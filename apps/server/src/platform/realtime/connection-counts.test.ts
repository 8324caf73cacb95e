import { expect, test } from 'vitest'
import { connectChannels } from '../../testing/worker-channels.ts'
import { localChannel } from '../process/worker-channel.ts'
import { addUpWorkerConnections, createConnectionCounts, maxPerAddress } from './connection-counts.ts'

const address = '203.0.113.7'

/** The counts of a main process and its workers. */
function openCounts() {
  const { main, workers, end } = connectChannels(3)
  addUpWorkerConnections(main)
  const [first, second, third] = workers.map(createConnectionCounts)
  if (!first || !second || !third) throw new Error('three workers')
  return { first, second, third, endFirst: () => end(workers[0]) }
}
const waiting = { interval: 20 }

test('an address with as many connections as are allowed, at several workers, is full at all of them', async () => {
  const { first, second, third } = openCounts()
  const closers = Array.from({ length: maxPerAddress }, (_, at) => (at % 2 === 0 ? first : second).add(address))
  await expect.poll(() => third.isFull(address), waiting).toBe(true)
  expect([first, second].map((each) => each.isFull(address))).toEqual([true, true])
  expect([first, second, third].map((each) => each.isFull('203.0.113.8'))).toEqual([false, false, false])
  closers[0]?.()
  await expect
    .poll(() => [first, second, third].map((each) => each.isFull(address)), waiting)
    .toEqual([false, false, false])
})

test('the connections of a worker that has ended do not count', async () => {
  const { first, second, third, endFirst } = openCounts()
  for (let count = 0; count < maxPerAddress; count++) first.add(address)
  await expect.poll(() => second.isFull(address), waiting).toBe(true)
  endFirst()
  await expect.poll(() => [second, third].map((each) => each.isFull(address)), waiting).toEqual([false, false])
})

test('all subscribers of a network together have a limit too; this machine has none', () => {
  const counts = createConnectionCounts(localChannel())
  for (let count = 0; count < 32 * maxPerAddress; count++) {
    counts.add(`2001:db8:1:${(count % 64).toString(16)}::1`)
    counts.add('127.0.0.1')
  }
  expect(counts.isFull('2001:db8:1:ff::1')).toBe(true)
  expect(counts.isFull('2001:db8:2:ff::1')).toBe(false)
  expect(counts.isFull('127.0.0.1')).toBe(false)
})
