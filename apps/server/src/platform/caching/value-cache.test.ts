import { expect, test } from 'vitest'
import { createEvents } from '../events/events.ts'
import { localBus } from '../../testing/local-bus.ts'
import { RefusalError } from '../http/refusal-error.ts'
import { isRefusedToOne, isUnavailable } from '../http/failures.ts'
import { createChangeLog, refreshAfterMs } from './change-log.ts'
import { changesAt, dependsLooselyOn, dependsOn, knowsLifetime } from './collect-dependencies.ts'
import { requireSequence } from './required-sequence.ts'
import { createValueCache } from './value-cache.ts'

const maxAgeMs = 60_000

function aCache({ maxBytes = 100_000 } = {}) {
  const reported: unknown[] = []
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
    onFailedRefresh: (err) => void reported.push(err),
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
  return { cache, changes, clock, ask, made, reported }
}

const away = (): Promise<string> => Promise.reject(Object.assign(new Error('no database'), { code: 'ECONNREFUSED' }))
const broken = (): Promise<string> => Promise.reject(new TypeError('not a function'))
const tooMany = (): Promise<string> => Promise.reject(new RefusalError('TooManyRequests'))
const overloaded = (): Promise<string> => Promise.reject(new RefusalError('Overloaded'))
const refusals = [
  ['TooManyRequests', tooMany],
  ['Overloaded', overloaded],
] as const

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

test('a value too large for the cache is served, and built each time', async () => {
  const { ask, made } = aCache({ maxBytes: 1000 })
  for (let times = 0; times < 2; times++) expect(await ask('large', 'x'.repeat(2000))).toHaveLength(2000)
  expect(made).toEqual(['large', 'large'])
})

test('when the memory limit is reached, the least recently requested value is evicted', async () => {
  const { ask, made, cache } = aCache({ maxBytes: 10_000 })
  for (const key of ['a', 'b', 'a', 'c', 'a', 'b']) await ask(key, 'x'.repeat(4000))
  expect(made).toEqual(['a', 'b', 'c', 'b'])
  expect(cache.size().bytes).toBeLessThanOrEqual(10_000)
})

test('a value that failed, or is not worth it, is not cached', async () => {
  const { cache, ask, made } = aCache()
  await expect(cache.get('key', away)).rejects.toThrow('no database')
  expect(await ask('key', 'made')).toBe('made')
  for (let times = 0; times < 2; times++) await ask('other', 'never')
  expect(made).toEqual(['key', 'other', 'other'])
})

test('a value is built once for concurrent requests', async () => {
  const { ask, made } = aCache()
  const asked = await Promise.all(Array.from({ length: 50 }, () => ask('key', 'one')))
  expect(new Set(asked)).toEqual(new Set(['one']))
  expect(made).toEqual(['key'])
})

test('a change rebuilds the values that depend on it, and no others', async () => {
  const { ask, made, changes } = aCache()
  await ask('one', '', ['title:1'])
  await ask('two', '', ['title:2'])
  changes.changed(['title:2'], 0)
  await ask('one', '', ['title:1'])
  await ask('two', '', ['title:2'])
  expect(made).toEqual(['one', 'two', 'two'])
})

test('a request after a change never gets a value whose build began before it', async () => {
  const { cache, changes } = aCache()
  const before = held('before', 'title:1')
  const first = cache.get('key', before.make)
  changes.changed(['title:1'], 0)
  const second = cache.get('key', async () => 'after')
  before.release()
  expect([await first, await second]).toEqual(['before', 'after'])
  expect(await cache.get('key', away)).toBe('after')
})

test('a list is served for a while after a change, rebuilt once meanwhile, and never served when older', async () => {
  const { cache, ask, made, changes, clock } = aCache()
  const list = (value: string): Promise<string> => ask('list', value, [], ['titles:4:hits'])
  await list('first')
  changes.changed(['titles:4:hits'], clock.nowMs)
  clock.nowMs += refreshAfterMs - 100
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

test('a request that requires a change gets it at once; the list is rebuilt once for all who require it', async () => {
  const { cache, ask, made, changes, clock } = aCache()
  const list = (value: string): Promise<string> => ask('list', value, [], ['titles:4:hits'])
  const page = (value: string): Promise<string> => cache.get('page', () => list(value))
  await page('first')
  changes.changed(['titles:4:hits'], clock.nowMs)
  const own = changes.sequence
  changes.changed(['titles:5:hits'], clock.nowMs)
  const required = await Promise.all([1, 2, 3].map(() => requireSequence(own, () => page('second'))))
  expect(required).toEqual(['second', 'second', 'second'])
  expect(made).toEqual(['list', 'list'])
  changes.changed(['titles:4:hits'], clock.nowMs)
  expect(await requireSequence(own, () => page('third'))).toBe('second')
  expect(await page('third')).toBe('second')
})

test('a request that requires a change does not take a running build that lacks it', async () => {
  const { cache, changes, clock } = aCache()
  const list = (value: string): Promise<string> =>
    cache.get('list', async () => {
      dependsLooselyOn('titles:4:hits')
      return value
    })
  await list('before')
  const { promise, resolve } = Promise.withResolvers<void>()
  const running = cache.get('page', async () => {
    const shown = await list('unused')
    await promise
    return shown
  })
  changes.changed(['titles:4:hits'], clock.nowMs)
  const required = requireSequence(changes.sequence, () => cache.get('page', () => list('after')))
  resolve()
  expect([await running, await required]).toEqual(['before', 'after'])
})

test('a required list that cannot be rebuilt is served stale', async () => {
  const { cache, ask, changes, clock } = aCache()
  await ask('list', 'old', [], ['titles:4:hits'])
  changes.changed(['titles:4:hits'], clock.nowMs)
  expect(await requireSequence(changes.sequence, () => cache.get('list', away))).toBe('old')
})

test.each(refusals)(
  'a requester refused by %s is served the list without their own change; others get it rebuilt',
  async (_name, refused) => {
    const { cache, ask, changes, clock } = aCache()
    await ask('list', 'old', [], ['titles:4:hits'])
    changes.changed(['titles:4:hits'], clock.nowMs)
    const own = changes.sequence
    expect(await requireSequence(own, () => cache.get('list', refused))).toBe('old')
    expect(await requireSequence(own, () => ask('list', 'new', [], ['titles:4:hits']))).toBe('new')
  },
)

test.each(refusals)(
  'a requester refused by %s is served the expired value; the next request rebuilds it',
  async (name, refused) => {
    const { cache, ask, changes, clock } = aCache()
    await ask('list', 'old', ['title:1'], ['titles:4:hits'])
    changes.changed(['titles:4:hits'], clock.nowMs)
    clock.nowMs += 2100
    expect(await cache.get('list', refused)).toBe('old')
    expect(cache.peek('list')).toBeUndefined()
    expect(await ask('list', 'new', ['title:1'], ['titles:4:hits'])).toBe('new')
    clock.nowMs += maxAgeMs + 1
    expect(await cache.get('list', refused)).toBe('new')
    expect(await ask('list', 'newer', ['title:1'], ['titles:4:hits'])).toBe('newer')
    changes.changed(['title:1'], clock.nowMs)
    await expect(cache.get('list', refused)).rejects.toThrow(name)
  },
)

test('a value inherits the dependencies of the cached values it is built from', async () => {
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

test('a value that declares when it changes is cached until then, whatever its age', async () => {
  const { cache, clock } = aCache()
  let times = 0
  const title = (): Promise<string> =>
    cache.get('title', async () => {
      knowsLifetime()
      changesAt(clock.nowMs + 10 * maxAgeMs)
      return `title ${++times}`
    })
  expect(await title()).toBe('title 1')
  clock.nowMs += 10 * maxAgeMs - 1
  expect(await title()).toBe('title 1')
  clock.nowMs++
  expect(await title()).toBe('title 2')
  clock.nowMs -= maxAgeMs + 1
  expect(await title()).toBe('title 3')
})

test('a value lives until the first of its parts changes, and for its age if one part declares nothing', async () => {
  const { cache, ask, clock, made } = aCache()
  const part = (key: string, ms: number): Promise<string> =>
    cache.get(key, async () => {
      knowsLifetime()
      changesAt(clock.nowMs + ms)
      return key
    })
  const page = (key: string, parts: () => Promise<unknown>[]): Promise<string> =>
    cache.get(key, async () => {
      await Promise.all(parts())
      made.push(key)
      return key
    })
  const declared = () => page('declared', () => [part('long', Infinity), part('short', 3 * maxAgeMs)])
  const mixed = () => page('mixed', () => [part('long', Infinity), ask('undeclared', '')])
  await Promise.all([declared(), mixed()])
  clock.nowMs += 2 * maxAgeMs
  await Promise.all([declared(), mixed()])
  expect(made.filter((key) => key !== 'undeclared')).toEqual(['declared', 'mixed', 'mixed'])
  clock.nowMs += maxAgeMs
  await declared()
  expect(made.at(-1)).toBe('declared')
})

test('a rebuilt list is fresh, whatever older values are shown beside it', async () => {
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

test('while builds fail, cached values are served beyond their age, unless they changed', async () => {
  const { cache, ask, changes, clock } = aCache()
  await ask('old', 'value', ['title:1'])
  clock.nowMs += maxAgeMs + 1
  expect(await cache.get('old', away)).toBe('value')
  changes.changed(['title:1'], clock.nowMs)
  await expect(cache.get('old', away)).rejects.toThrow('no database')
})

test('the next attempt after a failed rebuild does not wait for a clock that was set back', async () => {
  const { cache, ask, clock } = aCache()
  await ask('old', 'value')
  clock.nowMs += maxAgeMs + 1
  expect(await cache.get('old', away)).toBe('value')
  expect(await cache.get('old', async () => 'too early')).toBe('value')
  clock.nowMs -= 2 * maxAgeMs + 2
  expect(await cache.get('old', async () => 'rebuilt')).toBe('rebuilt')
})

test('a value that was replaced by another form while its rebuild failed is not rebuilt at once', async () => {
  const { cache, changes, clock } = aCache()
  const list = (make: () => Promise<string>): Promise<string> => {
    dependsLooselyOn('titles:4:hits')
    return make()
  }
  await cache.get('list', () => list(async () => 'large'))
  const cached = cache.peek('list')
  changes.changed(['titles:4:hits'], clock.nowMs)
  clock.nowMs += 2100
  const failed = cache.get('list', away)
  if (cached) cache.replace('list', cached, 'small')
  expect(await failed).toBe('large')
  expect(await cache.get('list', async () => 'too early')).toBe('small')
})

test('a defect is not hidden by an old value', async () => {
  const { cache, ask, clock } = aCache()
  await ask('old', 'value')
  clock.nowMs += maxAgeMs + 1
  await expect(cache.get('old', broken)).rejects.toThrow('not a function')
  expect(await cache.get('old', away)).toBe('value')
})

test('a defect in a rebuild that nobody waits for is reported, an outage is not', async () => {
  const { cache, ask, changes, clock, reported } = aCache()
  await ask('list', 'old', [], ['titles:4:hits'])
  changes.changed(['titles:4:hits'], clock.nowMs)
  clock.nowMs += refreshAfterMs + 100
  expect(await cache.get('list', broken)).toBe('old')
  await expect.poll(() => reported).toEqual([new TypeError('not a function')])
  expect(await cache.get('list', away)).toBe('old')
  // After the failure was noted, the old value counts as current.
  await expect.poll(() => cache.peek('list')?.value).toBe('old')
  expect(reported).toHaveLength(1)
})

test('an expected refusal is a result, and is not replaced by an old value', async () => {
  const { cache, ask, clock } = aCache()
  await ask('old', 'value')
  clock.nowMs += maxAgeMs + 1
  await expect(cache.get('old', () => Promise.reject(new RefusalError('NoSuchTitle')))).rejects.toThrow('NoSuchTitle')
})

test.each(refusals)(
  'a request that joined a build which was refused to its requester by %s starts another',
  async (name, refuse) => {
    const { cache } = aCache()
    const refused = cache.get('key', refuse)
    const waiting = cache.get('key', async () => 'made')
    await expect(refused).rejects.toThrow(name)
    expect(await waiting).toBe('made')
  },
)
