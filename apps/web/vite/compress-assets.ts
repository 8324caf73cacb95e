import type { SevenZipModule, SevenZipModuleFactory } from '7z-wasm'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'

// Its types describe an ES module, but it is CommonJS: an import has one type for the bundler and another for Node.
const createSevenZip: SevenZipModuleFactory = createRequire(import.meta.url)('7z-wasm')
const brotli = promisify(brotliCompress)

const isText = /\.(?:js|css|svg|json)$/
/** Smaller files are hardly smaller when compressed. */
const minBytes = 512

/**
 * Compresses each text file of a folder and its subfolders to `.br` (RFC 7932) and `.gz` (RFC 1952) beside it, as small as
 * possible. The server sends the one that the browser accepts.
 */
export async function compressAssets(folder: string): Promise<void> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true })
  const files = entries.filter((entry) => entry.isFile() && isText.test(entry.name))
  const sevenZip = await createSevenZip({ print: () => undefined })
  await Promise.all(files.map(({ parentPath, name }) => compress(join(parentPath, name), sevenZip)))
}

async function compress(file: string, sevenZip: SevenZipModule): Promise<void> {
  const content = await readFile(file)
  if (content.length < minBytes) return
  const params = { [constants.BROTLI_PARAM_SIZE_HINT]: content.length }
  await Promise.all([
    brotli(content, { params }).then((bytes) => writeFile(`${file}.br`, bytes)),
    writeFile(`${file}.gz`, gzip(content, sevenZip)),
  ])
}

/**
 * Compresses with the deflater of 7-Zip, which looks for the shortest encoding: 3 % smaller than zlib at its best level.
 * Browsers ask plain http for gzip only, so it is what a station without https sends.
 */
function gzip(content: Buffer, { FS, callMain }: SevenZipModule): Uint8Array {
  FS.writeFile('in', content)
  // Without the time of the file, the same file is compressed to the same bytes.
  callMain(['a', '-tgzip', '-mx=9', '-mfb=258', '-mtm=off', 'out.gz', 'in'])
  const compressed = FS.readFile('out.gz')
  FS.unlink('out.gz')
  return compressed
}
