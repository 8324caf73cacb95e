import * as z from 'zod/mini'
import { expect, test, vi } from 'vitest'
import { createEvents, defineEvent } from './events.ts'
import { localBus } from '../../testing/local-bus.ts'

const named = defineEvent('test.named', z.object({ names: z.array(z.string()) }))

test('a listener that throws does not affect the others, and its error is reported', () => {
  const errors: unknown[] = []
  const events = createEvents(localBus, (err) => errors.push(err))
  const received = vi.fn()
  events.on(named, () => {
    throw new Error('deaf')
  })
  const off = events.on(named, received)
  events.announce(named, { names: ['a'] })
  expect(received).toHaveBeenCalledExactlyOnceWith({ names: ['a'] })
  expect(errors).toHaveLength(1)
  off()
  events.announce(named, { names: ['b'] })
  expect(received).toHaveBeenCalledTimes(1)
})

test('the error of a listener that fails later is reported, and ends no process', async () => {
  const errors: unknown[] = []
  const events = createEvents(localBus, (err) => errors.push(err))
  const failure = new Error('too late')
  events.on(named, () => Promise.reject(failure))
  events.announce(named, { names: ['a'] })
  await expect.poll(() => errors).toEqual([failure])
})
