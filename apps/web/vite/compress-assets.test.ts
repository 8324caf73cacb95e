import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { expect, onTestFinished, test } from 'vitest'
import { compressAssets } from './compress-assets.ts'

test('text files of 512 bytes or more get a compressed copy each; small files and pictures do not', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'yunmu-assets-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  await mkdir(join(folder, 'deeper'))
  // The second file is shorter than the first: nothing of the first may be left in it.
  const texts = new Map([
    ['deeper/a.js', 'export const words = "云幕"\n'.repeat(100)],
    ['deeper/b.css', '.b { color: red }\n'.repeat(40)],
  ])
  for (const [name, text] of texts) await writeFile(join(folder, name), text)
  await writeFile(join(folder, 'small.css'), 'a{}')
  await writeFile(join(folder, 'picture.webp'), Buffer.alloc(5000))
  await compressAssets(folder)
  const files = (await readdir(folder, { recursive: true })).toSorted()
  const compressed = [...texts.keys()].flatMap((name) => [name, `${name}.br`, `${name}.gz`])
  expect(files).toEqual(['deeper', ...compressed, 'picture.webp', 'small.css'])
  for (const [name, text] of texts) {
    expect(brotliDecompressSync(await readFile(join(folder, `${name}.br`))).toString(), name).toBe(text)
    expect(gunzipSync(await readFile(join(folder, `${name}.gz`))).toString(), name).toBe(text)
  }
})
