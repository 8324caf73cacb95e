import { expect, onTestFinished, test } from 'vitest'
import { createLogger } from '../process/logger.ts'
import { createWarmUp } from './warm-up.ts'

const log = createLogger({ level: 'silent' })

test('[M04] a warm-up is done when all of its tasks are; one that fails is tried again', async () => {
  const warmUp = createWarmUp(log)
  onTestFinished(() => warmUp.stop())
  const slow = Promise.withResolvers<void>()
  let tries = 0
  warmUp.start([
    { name: 'slow', run: () => slow.promise },
    {
      name: 'failing',
      async run() {
        tries++
        if (tries < 3) throw new Error('not yet')
      },
    },
  ])
  await expect.poll(() => tries).toBe(3)
  expect(warmUp.isDone()).toBe(false)
  slow.resolve()
  await expect.poll(() => warmUp.isDone()).toBe(true)
})

test('[M04] a warm-up that is stopped is never done, and tries nothing again', async () => {
  const warmUp = createWarmUp(log)
  let tries = 0
  const failed = Promise.withResolvers<void>()
  warmUp.start([
    {
      name: 'failing',
      async run() {
        tries++
        await failed.promise
      },
    },
  ])
  warmUp.stop()
  failed.reject(new Error('the database is closed'))
  await expect(failed.promise).rejects.toThrow('closed')
  await new Promise(setImmediate)
  expect([tries, warmUp.isDone()]).toEqual([1, false])
})
