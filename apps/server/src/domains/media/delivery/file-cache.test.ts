import { mkdirSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openFolder } from '../../../testing/open-folder.ts'
import type { FoundFile } from '../../../platform/http/file-reply.ts'
import { createFileCache } from './file-cache.ts'

function memoryWith(files: Record<string, string>, maxBytes = 1000) {
  const folder = openFolder()
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(join(folder, name, '..'), { recursive: true })
    writeFileSync(join(folder, name), text)
  }
  return { folder, memory: createFileCache({ folder, maxBytes }) }
}

const bytesOf = (found: FoundFile): Buffer => {
  if (!found || !('bytes' in found)) throw new Error(`no bytes: ${JSON.stringify(found)}`)
  return found.bytes
}

test('a missing file and a folder are null', async () => {
  const { memory } = memoryWith({ 'a/b': 'x' })
  for (const path of ['missing', 'a', 'a/b/c']) {
    expect(await memory.read(path)).toBeNull()
    expect(await memory.stat(path)).toBeNull()
  }
})

test('for a file too large for the cache the size is returned', async () => {
  const { folder, memory } = memoryWith({ large: '' })
  truncateSync(join(folder, 'large'), 33 * 1024 * 1024)
  expect(await memory.read('large')).toEqual({ path: join(folder, 'large'), size: 33 * 1024 * 1024 })
})

test('an empty file has no bytes', async () => {
  const { memory } = memoryWith({ empty: '' })
  expect(bytesOf(await memory.read('empty'))).toHaveLength(0)
})

test('concurrent reads share one disk read, and later reads use its bytes', async () => {
  const { folder, memory } = memoryWith({ 'm/1': 'segment' })
  const together = await Promise.all(Array.from({ length: 50 }, () => memory.read('m/1')))
  rmSync(join(folder, 'm/1'))
  const first = bytesOf(together[0] ?? null)
  expect(first.toString()).toBe('segment')
  for (const found of [...together, await memory.read('m/1')]) expect(bytesOf(found)).toBe(first)
})

test('the least recently used file is evicted when memory is full', async () => {
  const { folder, memory } = memoryWith({ one: 'x'.repeat(400), two: 'y'.repeat(400), three: 'z'.repeat(400) })
  await memory.read('one')
  await memory.read('two')
  await memory.read('one')
  await memory.read('three')
  for (const name of ['one', 'two', 'three']) rmSync(join(folder, name))
  expect(await memory.read('one')).not.toBeNull()
  expect(await memory.read('three')).not.toBeNull()
  expect(await memory.read('two')).toBeNull()
})

test('an invalidated file is read from disk again, even if a read was in progress', async () => {
  const { folder, memory } = memoryWith({ 'media/12/a': 'old', 'media/123/a': 'other' })
  await memory.read('media/123/a')
  const underWay = memory.read('media/12/a')
  memory.invalidate('media/12')
  expect(bytesOf(await underWay).toString()).toBe('old')
  rmSync(join(folder, 'media'), { recursive: true })
  expect(await memory.read('media/12/a')).toBeNull()
  expect(await memory.read('media/123/a')).not.toBeNull()
})

test('stat reads no bytes', async () => {
  const { folder, memory } = memoryWith({ file: 'four' })
  expect(await memory.stat('file')).toEqual({ path: join(folder, 'file'), size: 4 })
})
