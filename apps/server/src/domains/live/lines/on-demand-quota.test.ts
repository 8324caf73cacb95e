import { expect, test } from 'vitest'
import { connectChannels } from '../../../testing/worker-channels.ts'
import { createOnDemandQuota, createStationQuota } from './on-demand-quota.ts'

const first = Array.from({ length: 12 }, (_, at) => at + 1)

test('[G03] a client keeps at most twelve lines recording, until it left one of them a minute ago', () => {
  const asks = createOnDemandQuota()
  for (const id of first) expect(asks('a', id, id * 1000)).toBe(true)
  expect(asks('a', 13, 13_000)).toBe(false)
  expect(asks('a', 1, 14_000)).toBe(true)
  expect(asks('a', 13, 61_999)).toBe(false)
  expect(asks('a', 13, 62_000)).toBe(true)
  expect(asks('a', 14, 62_001)).toBe(false)
})

test('[G03] clients are counted separately', () => {
  const asks = createOnDemandQuota()
  for (const id of first) asks('a', id, 0)
  expect(asks('b', 13, 0)).toBe(true)
})

test('[G03] the quota of a client holds over all web workers; this machine is not counted', async () => {
  const { main, workers } = connectChannels(2)
  createStationQuota(main)
  const [one, other] = workers.map(createStationQuota)
  for (const id of first) expect(await one?.('a', id)).toBe(true)
  expect(await other?.('a', 1)).toBe(true)
  expect(await other?.('a', 13)).toBe(false)
  expect(await other?.(null, 13)).toBe(true)
})
