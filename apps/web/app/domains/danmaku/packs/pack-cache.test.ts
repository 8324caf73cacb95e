import type { Danmaku } from '@yunmu/contract'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { packsFor } from './pack-rules.ts'
import { PackCache } from './pack-cache.ts'

const of = (pack: number): Danmaku[] => [
  {
    id: String(pack + 1),
    time: pack * 360,
    mode: 'scroll',
    color: 0xffffff,
    size: 25,
    text: `第${pack}包`,
    user: '',
    weight: 5,
    vip: false,
    up: 0,
    mine: false,
  },
]

/** A cache whose loads fail for the given packs. */
function createTestCache() {
  const failing = new Set<number>()
  const log: string[] = []
  const cache = new PackCache({
    async load(pack) {
      log.push(`read ${pack}`)
      if (failing.has(pack)) throw new Error('no answer')
      return { list: of(pack), whole: true }
    },
    onLoaded: (pack, { list }) => log.push(`came ${pack} ${list.length}`),
  })
  return { cache, failing, log, took: () => log.splice(0) }
}

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test.each([
  [0, 7200, [0]],
  [5, 7200, [0]],
  [100, 100, [0]],
  [250, 7200, [0, 1]],
  [250, 300, [0]],
  [365, 7200, [1, 0]],
  [400, 7200, [1]],
  [-3, 7200, [0]],
])('[I02] second %d of %d needs the packs %j', (sec, endSec, packs) => {
  expect(packsFor(sec, endSec)).toEqual(packs)
})

test('[I02] a pack that failed to load is loaded again later, once', async () => {
  const { cache, failing, took } = createTestCache()
  failing.add(0)
  cache.ensure(10, 7200)
  cache.ensure(11, 7200)
  await vi.advanceTimersByTimeAsync(0)
  cache.ensure(12, 7200)
  expect(took()).toEqual(['read 0'])
  await vi.advanceTimersByTimeAsync(3000)
  expect(took()).toEqual(['read 0'])
  failing.clear()
  await vi.advanceTimersByTimeAsync(6000)
  expect(took()).toEqual(['read 0', 'came 0 1'])
  cache.ensure(13, 7200)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(took()).toEqual([])
})

test('[I02] packs around the moment and the next one are loaded, and no distant ones, also after a seek', async () => {
  const { cache, took } = createTestCache()
  cache.ensure(300, 7200)
  await vi.advanceTimersByTimeAsync(0)
  expect(took()).toEqual(['read 0', 'read 1', 'came 0 1', 'came 1 1'])
  cache.ensure(3700, 7200)
  await vi.advanceTimersByTimeAsync(0)
  expect(took()).toEqual(['read 10', 'came 10 1'])
  cache.ensure(10, 7200)
  await vi.advanceTimersByTimeAsync(0)
  expect(took()).toEqual(['read 0', 'came 0 1'])
})

test('[I02] packs evicted while nothing was requested are reloaded on request, and loading ones are dropped', async () => {
  const { cache, took } = createTestCache()
  cache.ensure(10, 7200)
  await vi.advanceTimersByTimeAsync(0)
  cache.evictFar(5000)
  cache.ensure(11, 7200)
  cache.clear()
  await vi.advanceTimersByTimeAsync(0)
  expect(took()).toEqual(['read 0', 'came 0 1', 'read 0'])
})

test('[I02] packs that arrive when they are far away, or after disposal, are dropped', async () => {
  const { cache, took } = createTestCache()
  cache.ensure(10, 7200)
  cache.ensure(7000, 7200)
  await vi.advanceTimersByTimeAsync(0)
  expect(took()).toEqual(['read 0', 'read 19', 'came 19 1'])
  cache.refresh()
  cache.destroy()
  await vi.advanceTimersByTimeAsync(0)
  expect(took()).toEqual(['read 19'])
})
