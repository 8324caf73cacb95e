import { expect, test } from 'vitest'
import { connectChannels } from '../../testing/worker-channels.ts'
import { createRateLimits } from './rate-limits.ts'
import { addUpWorkerPoints, createStationCounts } from './station-counts.ts'

const limit = { points: 10, perSec: 3600 }
const refused = { refusal: 'TooManyRequests', retryAfterSec: expect.any(Number) }

test('an address that has consumed its points at several workers together is refused by all', async () => {
  const { main, workers } = connectChannels(3)
  addUpWorkerPoints(main)
  const [first, second, third] = workers.map((channel) => createRateLimits(createStationCounts(channel)))
  if (!first || !second || !third) throw new Error('three workers')
  for (let at = 0; at < 5; at++) {
    await first.consume('login', '203.0.113.1', limit)
    await second.consume('login', '203.0.113.1', limit)
  }
  await first.consume('login', '203.0.113.2', limit)
  const isRefused = async (): Promise<boolean> =>
    third.consume('login', '203.0.113.1', { ...limit, points: 10 }).then(
      () => false,
      () => true,
    )
  // The third worker itself has accepted fewer than ten: the report is what it waits for.
  await expect.poll(isRefused, { interval: 500, timeout: 4400 }).toBe(true)
  for (const each of [first, second, third]) {
    await expect(each.consume('login', '203.0.113.1', limit)).rejects.toMatchObject(refused)
    await each.consume('login', '203.0.113.2', limit)
    await each.consume('code', '203.0.113.1', limit)
  }
})

test('a worker that was replaced learns of exhausted points from the main process', async () => {
  const { main, workers } = connectChannels(2)
  addUpWorkerPoints(main)
  const [old, replacement] = workers.map((channel) => createRateLimits(createStationCounts(channel)))
  for (let at = 0; at < 10; at++) await old?.consume('login', '2001:db8:1::1', limit)
  await expect(old?.consume('login', '2001:db8:1::2', limit)).rejects.toMatchObject(refused)
  const consume = async (): Promise<unknown> =>
    replacement?.consume('login', '2001:db8:1::3', limit).catch((err: unknown) => err)
  await expect.poll(consume, { interval: 500, timeout: 4400 }).toMatchObject(refused)
})
