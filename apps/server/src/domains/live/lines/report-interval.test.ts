import { expect, test } from 'vitest'
import { connectChannels } from '../../../testing/worker-channels.ts'
import { createReportInterval } from './report-interval.ts'

test('[G02] a report that follows another of the same line too soon is refused, whichever web worker it reaches', async () => {
  const { main, workers } = connectChannels(2)
  createReportInterval(main)
  const [one, other] = workers.map(createReportInterval)
  const report = { reporter: 'user 1', streamId: 5, nowMs: 1_000_000 }
  expect(await one?.(report)).toBe(true)
  expect(await other?.({ ...report, nowMs: 1_004_999 })).toBe(false)
  expect(await other?.({ ...report, streamId: 6 })).toBe(true)
  expect(await other?.({ ...report, reporter: 'user 2' })).toBe(true)
  expect(await other?.({ ...report, nowMs: 1_005_000 })).toBe(true)
})
