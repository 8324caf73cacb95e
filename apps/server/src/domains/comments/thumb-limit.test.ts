import { expect, test } from 'vitest'
import { connectChannels } from '../../testing/worker-channels.ts'
import { createThumbLimit } from './thumb-limit.ts'

test('[I04] the comments that a user judges in a minute are counted over all web workers', async () => {
  const { main, workers } = connectChannels(2)
  createThumbLimit(main)
  const [one, other] = workers.map(createThumbLimit)
  for (let at = 0; at < 20; at++) expect([await one?.(1), await other?.(1)]).toEqual([true, true])
  expect([await one?.(1), await other?.(1)]).toEqual([false, false])
  expect(await other?.(2)).toBe(true)
})
