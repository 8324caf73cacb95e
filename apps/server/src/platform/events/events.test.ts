import * as z from 'zod/mini'
import { expect, test, vi } from 'vitest'
import { createEvents, defineEvent, localBus } from './events.ts'

const named = defineEvent('test.named', z.object({ names: z.array(z.string()) }))

test('a listener that throws does not affect the others, and its error is reported', () => {
  const errors: unknown[] = []
  const events = createEvents(localBus, (err) => errors.push(err))
  const heard = vi.fn()
  events.on(named, () => {
    throw new Error('deaf')
  })
  const off = events.on(named, heard)
  events.announce(named, { names: ['a'] })
  expect(heard).toHaveBeenCalledExactlyOnceWith({ names: ['a'] })
  expect(errors).toHaveLength(1)
  off()
  events.announce(named, { names: ['b'] })
  expect(heard).toHaveBeenCalledTimes(1)
})
