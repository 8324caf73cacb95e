import { expect, test } from 'vitest'
import { createFileCache } from './file-cache.ts'

function makeKept() {
  let nowMs = 1_000_000
  let made = 0
  const kept = createFileCache({ clock: { nowMs: () => nowMs }, maxBytes: 10_000 })
  const make = async (): Promise<Buffer> => {
    await new Promise((resolve) => setTimeout(resolve, 5))
    return Buffer.from(`file ${++made}`)
  }
  const get = async (key = 'a') => (await kept.get(key, make))?.bytes.toString()
  return { kept, make, get, pass: (ms: number) => (nowMs += ms), made: () => made }
}

test('[B19] a file that cannot be made is a failure for those who wait and is tried again by the next', async () => {
  const { kept, get } = makeKept()
  const broken = async (): Promise<Buffer> => {
    throw new Error('the database is gone')
  }
  const asked = await Promise.allSettled([kept.get('a', broken), kept.get('a', broken)])
  expect(asked.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  expect(await get()).toBe('file 1')
})

test('[B19] what is not there is not kept', async () => {
  const { kept, get } = makeKept()
  expect(await kept.get('a', async () => null)).toBeNull()
  expect(await get()).toBe('file 1')
})

test('[B19] who comes when too many wait already is turned away', async () => {
  const { get } = makeKept()
  const asked = await Promise.allSettled(Array.from({ length: 40 }, (_, at) => get(`key ${at}`)))
  expect(asked.filter(({ status }) => status === 'rejected')).toHaveLength(8)
})

test('[B19] a file is made once, however many ask at once', async () => {
  const { get, made } = makeKept()
  expect(new Set(await Promise.all(Array.from({ length: 50 }, () => get())))).toEqual(new Set(['file 1']))
  expect(made()).toBe(1)
})

test('[B19] an outdated file is good for a minute, any other for an hour', async () => {
  const { kept, get, pass } = makeKept()
  expect(await get()).toBe('file 1')
  kept.invalidate((key) => key === 'a')
  pass(59_000)
  expect(await get()).toBe('file 1')
  pass(1000)
  expect(await get()).toBe('file 2')
  pass(3_599_000)
  expect(await get()).toBe('file 2')
  pass(1000)
  expect(await get()).toBe('file 3')
})

test('[B19] what changes while a file is made outdates it', async () => {
  const { kept, get, pass } = makeKept()
  const asked = get()
  await new Promise((resolve) => setTimeout(resolve, 1))
  kept.invalidate(() => true)
  expect(await asked).toBe('file 1')
  pass(60_000)
  expect(await get()).toBe('file 2')
})

test('[B19] a file that comes out as it was keeps its tag and its date', async () => {
  const { kept, pass } = makeKept()
  const same = async (): Promise<Buffer> => Buffer.from('the same')
  const first = await kept.get('a', same)
  pass(3_600_000)
  expect(await kept.get('a', same)).toEqual(first)
})
