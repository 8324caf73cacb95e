import * as z from 'zod/mini'
import { expect, test } from 'vitest'
import { createEvents, defineEvent, loneBus } from '../events/events.ts'
import { createReplyCache } from './reply-cache.ts'

const changed = defineEvent('test.changed', z.object({}))

function aCache(maxBytes: number) {
  const events = createEvents(loneBus, (err) => {
    throw err
  })
  const bytesOf = (text: string): number => text.length
  const cache = createReplyCache<string>({ events, maxEntries: 100, maxBytes, bytesOf, maxAgeMs: 60_000 })
  const made: string[] = []
  const ask = (key: string, value: string): Promise<string> =>
    cache.get(key, [changed], async () => {
      made.push(key)
      return value
    })
  return { cache, ask, made }
}

test('a value too large to be kept is given all the same, and made anew each time', async () => {
  const { ask, made } = aCache(100)
  for (let times = 0; times < 2; times++) expect(await ask('large', 'x'.repeat(200))).toHaveLength(200)
  expect(made).toEqual(['large', 'large'])
})

test('where the values take more memory than they may, the one asked for longest ago goes', async () => {
  const { ask, made } = aCache(1000)
  for (const key of ['a', 'b', 'a', 'c', 'a', 'b']) await ask(key, 'x'.repeat(400))
  expect(made).toEqual(['a', 'b', 'c', 'b'])
})

test('a value that could not be made is not kept', async () => {
  const { cache } = aCache(1000)
  const failed = cache.get('key', [changed], () => Promise.reject(new Error('no database')))
  await expect(failed).rejects.toThrow('no database')
  expect(await cache.get('key', [changed], async () => 'made')).toBe('made')
})
