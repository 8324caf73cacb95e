import { mkdtemp, readdir, rm, utimes } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { createKeptParts, type FetchedPart, type KeptPart } from './kept-parts.ts'

const mb = 1024 * 1024

async function aFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'yunmu-relay-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}

const open = (folder: string, given: { maxMemoryBytes?: number; maxDiskBytes?: number } = {}) =>
  createKeptParts({ folder, maxMemoryBytes: mb, maxDiskBytes: mb, minFreeBytes: 0, ...given })

const fetched = (bytes: Buffer, size: number | null = bytes.length): FetchedPart => ({
  size,
  body: (async function* () {
    yield bytes.subarray(0, 3)
    yield bytes.subarray(3)
  })(),
  bytes: async () => bytes,
})
const never = (): Promise<FetchedPart> => Promise.reject(new Error('fetched again'))

async function read(part: KeptPart): Promise<string> {
  if ('bytes' in part) return part.bytes.toString()
  const chunks: Buffer[] = []
  for await (const chunk of part.open(0, part.size)) chunks.push(chunk)
  return Buffer.concat(chunks).toString()
}

const filesIn = async (folder: string): Promise<string[]> =>
  (await readdir(folder, { recursive: true })).filter((name) => /\/[0-9a-f]{64}$/.test(name))

test('[M02] a part that fails, or has another length than declared, is not kept and is fetched anew', async () => {
  const folder = await aFolder()
  const parts = open(folder)
  await expect(parts.get('a', never)).rejects.toThrow('fetched again')
  for (const size of [4, 9]) {
    const part = await parts.get('a', async () => fetched(Buffer.from('segment'), size))
    await expect(read(part)).rejects.toThrow('bytes than declared')
  }
  expect(await read(await parts.get('a', async () => fetched(Buffer.from('segment'))))).toBe('segment')
  expect(await read(await parts.get('a', never))).toBe('segment')
})

test('[M02] whoever asks while a part arrives reads the same fetch', async () => {
  const parts = open(await aFolder())
  let fetches = 0
  const fetch = async (): Promise<FetchedPart> => {
    fetches++
    return fetched(Buffer.from('segment'))
  }
  const all = await Promise.all(Array.from({ length: 20 }, async () => read(await parts.get('a', fetch))))
  expect([new Set(all), fetches]).toEqual([new Set(['segment']), 1])
})

test('[M02] what is on disk serves other processes, and a part without a declared length is kept too', async () => {
  const folder = await aFolder()
  await read(await open(folder).get('a', async () => fetched(Buffer.from('segment'), null)))
  await expect.poll(() => filesIn(folder)).toHaveLength(1)
  expect(await read(await open(folder).get('a', never))).toBe('segment')
})

test('[M02] the disk has a limit: what was used the longest ago goes first, and 0 keeps nothing there', async () => {
  const folder = await aFolder()
  const parts = open(folder, { maxDiskBytes: 20, maxMemoryBytes: 1 })
  for (const [at, name] of ['a', 'b', 'c', 'd'].entries()) {
    await read(await parts.get(name, async () => fetched(Buffer.from('segment'))))
    await expect.poll(() => filesIn(folder)).toHaveLength(at + 1)
  }
  for (const [at, name] of (await filesIn(folder)).entries()) await utimes(join(folder, name), at + 1, at + 1)
  const [, , ...newest] = await filesIn(folder)
  await parts.sweep()
  expect(await filesIn(folder)).toEqual(newest)

  const none = await aFolder()
  await read(await open(none, { maxDiskBytes: 0 }).get('a', async () => fetched(Buffer.from('segment'))))
  await open(none, { maxDiskBytes: 0 }).sweep()
  expect(await filesIn(none)).toEqual([])
})
