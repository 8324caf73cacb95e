import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { expect, onTestFinished, test } from 'vitest'
import { compressAssets } from './compress-assets.ts'

test('text of some length stands compressed beside itself; small files and pictures do not', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'yunmu-assets-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  await mkdir(join(folder, 'deeper'))
  const script = 'export const words = "云幕"\n'.repeat(100)
  await writeFile(join(folder, 'deeper/a.js'), script)
  await writeFile(join(folder, 'small.css'), 'a{}')
  await writeFile(join(folder, 'picture.webp'), Buffer.alloc(5000))
  await compressAssets(folder)
  const files = (await readdir(folder, { recursive: true })).toSorted()
  expect(files).toEqual(['deeper', 'deeper/a.js', 'deeper/a.js.br', 'deeper/a.js.gz', 'picture.webp', 'small.css'])
  expect(brotliDecompressSync(await readFile(join(folder, 'deeper/a.js.br'))).toString()).toBe(script)
  expect(gunzipSync(await readFile(join(folder, 'deeper/a.js.gz'))).toString()).toBe(script)
})
