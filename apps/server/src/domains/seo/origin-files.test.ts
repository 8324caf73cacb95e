import { gunzipSync, gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { createGeneratedFileCache, type CachedFile } from '../../platform/caching/generated-file-cache.ts'
import { createOriginFiles } from './origin-files.ts'
import { originPlaceholder } from './xml-text.ts'

const fileOf = (bytes: Buffer): CachedFile => ({ bytes, etag: '"kept"', modifiedMs: 7000 })
const text = `<loc>${originPlaceholder}/电影</loc><loc>${originPlaceholder}/b</loc>`
const makeNamed = () => createOriginFiles(createGeneratedFileCache({ clock: { nowMs: () => 1 }, maxBytes: 10_000 }))

test('[B19] a compression beyond the limit is refused, and cached results are free', async () => {
  const { compressed } = makeNamed()
  const file = fileOf(gzipSync(text))
  const refuse = async (): Promise<void> => {
    throw new Error('too often')
  }
  await expect(compressed(file, 'http://a.example', refuse).bytes()).rejects.toThrow('too often')
  await compressed(file, 'http://a.example', async () => undefined).bytes()
  const bytes = await compressed(file, 'http://a.example', refuse).bytes()
  expect(gunzipSync(bytes).toString()).toContain('http://a.example/b')
  await expect(compressed(file, 'http://b.example', refuse).bytes()).rejects.toThrow('too often')
})

test('[B19] the origin replaces every placeholder, escaped for XML, and nothing else changes', async () => {
  const { plain, compressed } = makeNamed()
  const named = '<loc>http://ä&amp;b/电影</loc><loc>http://ä&amp;b/b</loc>'
  expect((await plain(fileOf(Buffer.from(text)), 'http://ä&b').bytes()).toString()).toBe(named)
  const bytes = await compressed(fileOf(gzipSync(text)), 'http://ä&b', async () => undefined).bytes()
  expect(gunzipSync(bytes).toString()).toBe(named)
})
