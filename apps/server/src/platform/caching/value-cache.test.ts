import { expect, test } from 'vitest'
import { createEvents, localBus } from '../events/events.ts'
import { RefusalError } from '../http/refusal-error.ts'
import { isRefusedToOne, isUnavailable } from '../http/failures.ts'
import { createChangeLog } from './change-log.ts'
import { dependsLooselyOn, dependsOn } from './collect-dependencies.ts'
import { createValueCache } from './value-cache.ts'

const maxAgeMs = 60_000

function aCache({ maxBytes = 100_000 } = {}) {
  const clock = { nowMs: 1_000_000 }
  const nowMs = (): number => clock.nowMs
  const changes = createChangeLog(
    createEvents(localBus, (err) => {
      throw err
    }),
    nowMs,
  )
  const cache = createValueCache<string>({
    changes,
    nowMs,
    maxBytes,
    maxAgeMs,
    bytesOf: (text) => text.length,
    mayCache: (text) => text !== 'never',
    isUnavailable,
    isRefusedToOne,
  })
  const made: string[] = []
  const ask = (key: string, value: string, madeFrom: string[] = [], loosely: string[] = []): Promise<string> =>
    cache.get(key, async () => {
      dependsOn(...madeFrom)
      await Promise.resolve()
      dependsLooselyOn(...loosely)
      made.push(key)
      return value
    })
  return { cache, changes, clock, ask, made }
}

const away = (): Promise<string> => Promise.reject(new Error('no database'))
const tooMany = (): Promise<string> => Promise.reject(new RefusalError('TooManyRequests'))

/** A value whose build ends when it is released. */
function held(value: string, ...names: string[]) {
  const release = Promise.withResolvers<void>()
  const make = async (): Promise<string> => {
    dependsOn(...names)
    await release.promise
    return value
  }
  return { make, release: release.resolve }
}

test('[K01] a value too large for the cache is served, and built each time', async () => {
  const { ask, made } = aCache({ maxBytes: 1000 })
  for (let times = 0; times < 2; times++) expect(await ask('large', 'x'.repeat(2000))).toHaveLength(2000)
  expect(made).toEqual(['large', 'large'])
})

test('[K01] when the memory limit is reached, the least recently requested value is evicted', async () => {
  const { ask, made, cache } = aCache({ maxBytes: 10_000 })
  for (const key of ['a', 'b', 'a', 'c', 'a', 'b']) await ask(key, 'x'.repeat(4000))
  expect(made).toEqual(['a', 'b', 'c', 'b'])
  expect(cache.size().bytes).toBeLessThanOrEqual(10_000)
})

test('[K01] a value that failed, or is not worth it, is not cached', async () => {
  const { cache, ask, made } = aCache()
  await expect(cache.get('key', away)).rejects.toThrow('no database')
  expect(await ask('key', 'made')).toBe('made')
  for (let times = 0; times < 2; times++) await ask('other', 'never')
  expect(made).toEqual(['key', 'other', 'other'])
})

test('[K01] a value is built once for concurrent requests', async () => {
  const { ask, made } = aCache()
  const asked = await Promise.all(Array.from({ length: 50 }, () => ask('key', 'one')))
  expect(new Set(asked)).toEqual(new Set(['one']))
  expect(made).toEqual(['key'])
})

test('[K01] a change rebuilds the values that depend on it, and no others', async () => {
  const { ask, made, changes } = aCache()
  await ask('one', '', ['title:1'])
  await ask('two', '', ['title:2'])
  changes.changed(['title:2'], 0)
  await ask('one', '', ['title:1'])
  await ask('two', '', ['title:2'])
  expect(made).toEqual(['one', 'two', 'two'])
})

test('[K01] a request after a change never gets a value whose build began before it', async () => {
  const { cache, changes } = aCache()
  const before = held('before', 'title:1')
  const first = cache.get('key', before.make)
  changes.changed(['title:1'], 0)
  const second = cache.get('key', async () => 'after')
  before.release()
  expect([await first, await second]).toEqual(['before', 'after'])
  expect(await cache.get('key', away)).toBe('after')
})

test('[K01] a list is served for a while after a change, rebuilt once meanwhile, and never served when older', async () => {
  const { cache, ask, made, changes, clock } = aCache()
  const list = (value: string): Promise<string> => ask('list', value, [], ['titles:4:hits'])
  await list('first')
  changes.changed(['titles:4:hits'], clock.nowMs)
  clock.nowMs += 900
  expect(await list('second')).toBe('first')
  expect(made).toEqual(['list'])
  clock.nowMs += 200
  expect(await Promise.all([list('second'), list('third')])).toEqual(['first', 'first'])
  await expect.poll(() => cache.peek('list')?.value).toBe('second')
  changes.changed(['titles:4:hits'], clock.nowMs)
  clock.nowMs += 2100
  expect(await list('fourth')).toBe('fourth')
  expect(made).toEqual(['list', 'list', 'list'])
})

test('[K01] a value inherits the dependencies of the cached values it is built from', async () => {
  const { cache, changes } = aCache()
  const inner = (): Promise<string> =>
    cache.get('inner', async () => {
      dependsOn('title:1')
      return 'inner'
    })
  let times = 0
  const outer = (): Promise<string> => cache.get('outer', async () => `${await inner()} ${++times}`)
  await inner()
  expect([await outer(), await outer()]).toEqual(['inner 1', 'inner 1'])
  changes.changed(['title:1'], 0)
  expect(await outer()).toBe('inner 2')
})

test('[K01] a rebuilt list is fresh, whatever older values are shown beside it', async () => {
  const { cache, ask, made, changes, clock } = aCache()
  const page = (value: string): Promise<string> =>
    cache.get('page', async () => {
      await ask('site', '', ['site:1'])
      await ask('list', '', [], ['titles:4:hits'])
      made.push('page')
      return value
    })
  await page('first')
  changes.changed(['titles:4:hits'], clock.nowMs)
  clock.nowMs += 2100
  for (let times = 0; times < 3; times++) expect(await page('second')).toBe('second')
  expect(made).toEqual(['site', 'list', 'page', 'list', 'page'])
})

test('[K01] while builds fail, cached values are served beyond their age, unless they changed', async () => {
  const { cache, ask, changes, clock } = aCache()
  await ask('old', 'value', ['title:1'])
  clock.nowMs += maxAgeMs + 1
  expect(await cache.get('old', away)).toBe('value')
  changes.changed(['title:1'], clock.nowMs)
  await expect(cache.get('old', away)).rejects.toThrow('no database')
})

test('[K01] an expected refusal is a result, and is not replaced by an old value', async () => {
  const { cache, ask, clock } = aCache()
  await ask('old', 'value')
  clock.nowMs += maxAgeMs + 1
  await expect(cache.get('old', () => Promise.reject(new RefusalError('NoSuchTitle')))).rejects.toThrow('NoSuchTitle')
})

test('[K01] a request that joined a build which was refused to its requester starts another', async () => {
  const { cache } = aCache()
  const refused = cache.get('key', tooMany)
  const waiting = cache.get('key', async () => 'made')
  await expect(refused).rejects.toThrow('TooManyRequests')
  expect(await waiting).toBe('made')
})
