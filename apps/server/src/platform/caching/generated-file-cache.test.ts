import { expect, test } from 'vitest'
import { createGeneratedFileCache } from './generated-file-cache.ts'

function makeKept() {
  let nowMs = 1_000_000
  let made = 0
  const cache = createGeneratedFileCache({ clock: { nowMs: () => nowMs }, maxBytes: 10_000 })
  const make = async (): Promise<Buffer> => {
    await new Promise((resolve) => setTimeout(resolve, 5))
    return Buffer.from(`file ${++made}`)
  }
  const get = async (key = 'a') => (await cache.get(key, make))?.bytes.toString()
  return { cache, make, get, pass: (ms: number) => (nowMs += ms), made: () => made }
}

test('[B19] a failed build fails for those who wait and is repeated by the next request', async () => {
  const { cache, get } = makeKept()
  const broken = async (): Promise<Buffer> => {
    throw new Error('the database is gone')
  }
  const asked = await Promise.allSettled([cache.get('a', broken), cache.get('a', broken)])
  expect(asked.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  expect(await get()).toBe('file 1')
})

test('[B19] a missing file is not cached', async () => {
  const { cache, get } = makeKept()
  expect(await cache.get('a', async () => null)).toBeNull()
  expect(await get()).toBe('file 1')
})

test('[B19] a request is refused when too many builds are queued', async () => {
  const { get } = makeKept()
  const asked = await Promise.allSettled(Array.from({ length: 40 }, (_, at) => get(`key ${at}`)))
  expect(asked.filter(({ status }) => status === 'rejected')).toHaveLength(8)
})

test('[B19] a file is built once for concurrent requests', async () => {
  const { get, made } = makeKept()
  expect(new Set(await Promise.all(Array.from({ length: 50 }, () => get())))).toEqual(new Set(['file 1']))
  expect(made()).toBe(1)
})

test('[B19] a stale file is served for a minute, any other for an hour', async () => {
  const { cache, get, pass } = makeKept()
  expect(await get()).toBe('file 1')
  cache.invalidate((key) => key === 'a')
  pass(59_000)
  expect(await get()).toBe('file 1')
  pass(1000)
  expect(await get()).toBe('file 2')
  pass(3_599_000)
  expect(await get()).toBe('file 2')
  pass(1000)
  expect(await get()).toBe('file 3')
})

test('[B19] a change during a build makes the file stale', async () => {
  const { cache, get, pass } = makeKept()
  const asked = get()
  await new Promise((resolve) => setTimeout(resolve, 1))
  cache.invalidate(() => true)
  expect(await asked).toBe('file 1')
  pass(60_000)
  expect(await get()).toBe('file 2')
})

test('[B19] a rebuilt file with equal content keeps its tag and date', async () => {
  const { cache, pass } = makeKept()
  const same = async (): Promise<Buffer> => Buffer.from('the same')
  const first = await cache.get('a', same)
  pass(3_600_000)
  expect(await cache.get('a', same)).toEqual(first)
})
