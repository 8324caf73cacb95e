import { mkdtemp, readdir, rm, utimes } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { RefusalError } from '../../../platform/http/refusal-error.ts'
import type { FetchedPart } from './fetch-part.ts'
import { createFetchSlots, type FetchSlot, type FetchSlots, type RelayClient } from './fetch-slots.ts'
import { createPartCache, type CachedPart, type PartSource } from './part-cache.ts'
import { RelayError } from './relay-error.ts'

const mb = 1024 * 1024
const segment = Buffer.from('segment')
const url = new URL('http://h.example/a')
const anybody: RelayClient = { key: 'a', admit: async () => undefined }

async function aFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'yunmu-relay-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}

interface Given {
  maxMemoryBytes?: number
  maxDiskBytes?: number
  slots?: FetchSlots
  nowMs?: () => number
}

const open = (folder: string, given: Given = {}) =>
  createPartCache({
    folder,
    maxMemoryBytes: mb,
    maxDiskBytes: mb,
    minFreeBytes: 0,
    slots: createFetchSlots(),
    nowMs: () => 0,
    ...given,
  })

async function* arriving(bytes: Buffer): AsyncGenerator<Buffer> {
  yield bytes.subarray(0, 3)
  yield bytes.subarray(3)
}

const from = (fetch: PartSource['fetch'], client = anybody): PartSource => ({ url: url.href, client, fetch })
const fetched = (size: number | null = segment.length, slot?: FetchSlot): FetchedPart => ({
  size,
  url,
  body: arriving(segment),
  bytes: async () => segment,
  cancel: () => slot?.release(),
})
const complete = from(async (slot) => fetched(segment.length, slot))
const never = from(() => Promise.reject(new Error('fetched again')))

async function read(part: CachedPart): Promise<string> {
  if ('bytes' in part) return part.bytes.toString()
  const chunks: Buffer[] = []
  for await (const chunk of part.open(0, part.size)) chunks.push(chunk)
  return Buffer.concat(chunks).toString()
}

const filesIn = async (folder: string): Promise<string[]> =>
  (await readdir(folder, { recursive: true })).filter((name) => /\/[0-9a-f]{64}$/.test(name))

test('[M02] a part that fails, or has another length than declared, is not cached; its host is asked again after five seconds', async () => {
  let nowMs = 0
  const parts = open('', { maxDiskBytes: 0, nowMs: () => nowMs })
  for (const size of [4, 9]) {
    const part = await parts.get(
      'a',
      from(async () => fetched(size)),
    )
    await expect(read(part)).rejects.toMatchObject({ reason: 'size' })
    await expect(parts.get('a', never)).rejects.toMatchObject({ reason: 'size' })
    nowMs += 5000
  }
  let requests = 0
  const refused = from(async () => {
    requests++
    throw new RelayError('status')
  })
  for (let at = 0; at < 5; at++) await expect(parts.get('a', refused)).rejects.toMatchObject({ reason: 'status' })
  expect(requests).toBe(1)
  nowMs += 5000
  expect(await read(await parts.get('a', complete))).toBe('segment')
  expect(await read(await parts.get('a', never))).toBe('segment')
})

test('[M02] whoever asks while a part arrives reads the same fetch', async () => {
  const parts = open('', { maxDiskBytes: 0 })
  let fetches = 0
  const source = from(async () => {
    fetches++
    return fetched()
  })
  const all = await Promise.all(Array.from({ length: 20 }, async () => read(await parts.get('a', source))))
  expect([new Set(all), fetches]).toEqual([new Set(['segment']), 1])
})

test('[E07] a client over its limit is refused alone, whoever asked first', async () => {
  const parts = open('', { maxDiskBytes: 0 })
  const over: RelayClient = {
    key: 'over',
    admit: () => Promise.reject(new RefusalError('TooManyRequests', { retryAfterSec: 1 })),
  }
  const [refused, given] = await Promise.allSettled([
    parts.get('a', { ...never, client: over }),
    parts.get('a', complete).then(read),
  ])
  expect(refused).toMatchObject({ status: 'rejected', reason: { refusal: 'TooManyRequests' } })
  expect(given).toEqual({ status: 'fulfilled', value: 'segment' })
  // What is there costs nobody a fetch.
  expect(await read(await parts.get('a', { ...never, client: over }))).toBe('segment')
})

test('[E07] a fetch that its last reader leaves is stopped, its slot is free, and it is not counted as a failure', async () => {
  const parts = open('', { maxDiskBytes: 0 })
  const isStopped = Promise.withResolvers<void>()
  let cancelled = 0
  const endless = from(async (slot) => ({
    ...fetched(100, slot),
    body: (async function* () {
      yield Buffer.from('begin')
      await isStopped.promise
      throw new Error('closed')
    })(),
    cancel() {
      cancelled++
      slot.release()
      isStopped.resolve()
    },
  }))
  const readers = [await parts.get('a', endless), await parts.get('a', never)]
  for (const [at, part] of readers.entries()) {
    expect(cancelled).toBe(0)
    if ('bytes' in part) throw new Error('it has arrived')
    // One reads a byte of it and leaves, the other nothing at all.
    if (at === 1) part.close()
    else for await (const chunk of part.open(0, 1)) expect(chunk.toString()).toBe('b')
  }
  expect(cancelled).toBe(1)
  expect(await read(await parts.get('a', complete))).toBe('segment')
})

test('[E07] a client, a host and all together have a limit of fetches at once', async () => {
  const slots = createFetchSlots()
  const clientOf = (key: string | null): RelayClient => ({ ...anybody, key })
  const taken: FetchSlot[] = []
  const take = (host: string, key: string | null): boolean => {
    try {
      taken.push(slots.acquire(`http://${host}.example/a`, clientOf(key)))
      return true
    } catch (err) {
      expect(err).toMatchObject({ reason: 'busy' })
      return false
    }
  }
  const count = (host: string, key: (at: number) => string | null): number =>
    Array.from({ length: 40 }, (_, at) => take(host, key(at))).filter(Boolean).length
  expect(count('a', () => 'one')).toBe(8)
  expect(count('a', (at) => `other ${at}`)).toBe(8)
  expect(count('b', () => null)).toBe(8)
  for (const slot of taken) {
    slot.release()
    slot.release()
  }
  expect(count('a', () => 'one')).toBe(8)
})

test('[M02] what is on disk serves other processes with its origin, and a part without a declared length is cached too', async () => {
  const folder = await aFolder()
  await read(
    await open(folder).get(
      'a',
      from(async () => fetched(null)),
    ),
  )
  await expect.poll(() => filesIn(folder)).toHaveLength(1)
  const part = await open(folder).get('a', never)
  expect([await read(part), part.origin]).toEqual(['segment', 'http://h.example'])
})

test('[M02] the disk has a limit: what was used the longest ago goes first, and 0 stores nothing there', async () => {
  const folder = await aFolder()
  const parts = open(folder, { maxDiskBytes: 60, maxMemoryBytes: 1 })
  for (const [at, name] of ['a', 'b', 'c', 'd'].entries()) {
    await read(await parts.get(name, complete))
    await expect.poll(() => filesIn(folder)).toHaveLength(at + 1)
  }
  for (const [at, name] of (await filesIn(folder)).entries()) await utimes(join(folder, name), at + 1, at + 1)
  const [, , ...newest] = await filesIn(folder)
  await parts.sweep()
  expect(await filesIn(folder)).toEqual(newest)

  const none = await aFolder()
  await read(await open(none, { maxDiskBytes: 0 }).get('a', complete))
  await open(none, { maxDiskBytes: 0 }).sweep()
  expect(await filesIn(none)).toEqual([])
})
