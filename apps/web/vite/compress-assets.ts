import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

const brotli = promisify(brotliCompress)
const zip = promisify(gzip)

const isText = /\.(?:js|css|svg|json)$/
/** Below this a reply fits into its first packet either way. Bytes. */
const smallestWorth = 1024

/**
 * Writes each text file of a folder, and of those below it, a second and third time beside it: `.br` (RFC 7932) and `.gz`
 * (RFC 1952), as small as they get. The server sends what the browser can read.
 */
export async function compressAssets(folder: string): Promise<void> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true })
  const files = entries.filter((entry) => entry.isFile() && isText.test(entry.name))
  await Promise.all(files.map(({ parentPath, name }) => compress(join(parentPath, name))))
}

async function compress(file: string): Promise<void> {
  const content = await readFile(file)
  if (content.length < smallestWorth) return
  const params = { [constants.BROTLI_PARAM_SIZE_HINT]: content.length }
  await Promise.all([
    brotli(content, { params }).then((bytes) => writeFile(`${file}.br`, bytes)),
    zip(content, { level: constants.Z_BEST_COMPRESSION }).then((bytes) => writeFile(`${file}.gz`, bytes)),
  ])
}
