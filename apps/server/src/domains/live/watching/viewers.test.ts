import { watchIntervalSec } from '@yunmu/contract'
import { expect, test } from 'vitest'
import { connectChannels } from '../../../testing/worker-channels.ts'
import { createViewers } from './viewers.ts'

const intervalMs = watchIntervalSec * 1000

test('[G01] viewers are counted once over all web workers, and the main process saves their watch times', async () => {
  const saved: [number, number][] = []
  const store = { add: async (seconds: ReadonlyMap<number, number>) => void saved.push(...seconds) }
  const { main, workers } = connectChannels(2)
  const [inMain, first, second] = [main, ...workers].map((channel) => createViewers(store, channel))
  if (!inMain || !first || !second) throw new Error('three processes')
  const beat = { visitor: 'user 1', channelId: 5, end: false, nowMs: 0 }

  expect(await first.heartbeat(beat)).toBe(1)
  expect(await second.heartbeat({ ...beat, nowMs: intervalMs })).toBe(1)
  expect(await second.heartbeat({ ...beat, visitor: 'user 2', nowMs: intervalMs })).toBe(2)
  inMain.report(intervalMs)
  await expect.poll(() => [first, second].map((viewers) => viewers.online(5, intervalMs))).toEqual([2, 2])
  expect(await first.heartbeat({ ...beat, visitor: 'user 2', end: true, nowMs: intervalMs })).toBe(1)

  await first.flush(intervalMs)
  expect(saved).toEqual([])
  await inMain.flush(intervalMs)
  expect(saved).toEqual([[5, watchIntervalSec]])
})

test('[G01] a worker says when it has received other numbers of viewers, also the first ones', async () => {
  const store = { add: async () => {} }
  const { main, workers } = connectChannels(1)
  const inMain = createViewers(store, main)
  await inMain.heartbeat({ visitor: 'user 1', channelId: 5, end: false, nowMs: 0 })
  const received: number[] = []
  for (const channel of workers) {
    const viewers = createViewers(store, channel, () => void received.push(viewers.online(5, 0)))
  }
  const report = async (): Promise<void> => {
    inMain.report(0)
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  await report()
  expect(received).toEqual([1])
  await report()
  expect(received).toEqual([1])
  await inMain.heartbeat({ visitor: 'user 2', channelId: 5, end: false, nowMs: 0 })
  await report()
  expect(received).toEqual([1, 2])
})
