import { promisify } from 'node:util'
import { brotliCompress, brotliDecompress, constants } from 'node:zlib'
import type { FontTables } from './font-tables.ts'

/**
 * Files of web fonts (WOFF 2.0, W3C Recommendation of 2024), with tables that are compressed but not transformed: the
 * glyphs are taken from one file and put into another as they are.
 */

const signature = 0x774f4632
const trueType = 0x00010000
const headerBytes = 48
/** Known tags by their number in a file; §4.1 of the recommendation. */
const knownTags = ['cmap', 'head', 'hhea', 'hmtx', 'maxp', 'name', 'OS/2', 'post', 'cvt ', 'fpgm', 'glyf', 'loca']
/** The two tables that have a transformation by default; version 3 of it is none. */
const notTransformed = new Map([
  ['glyf', 3],
  ['loca', 3],
])

const compress = promisify(brotliCompress)
const decompress = promisify(brotliDecompress)

/** A number in seven bits a byte, the highest first; §3.1.2. */
function base128Of(value: number): number[] {
  const bytes = [value & 0x7f]
  for (let rest = value >>> 7; rest > 0; rest >>>= 7) bytes.unshift((rest & 0x7f) | 0x80)
  return bytes
}

const align = (size: number): number => Math.ceil(size / 4) * 4

/** @param quality of Brotli, 0 to 11 */
export async function writeWoff2(tables: FontTables, { quality }: { quality: number }): Promise<Buffer> {
  const directory = [...tables].flatMap(([tag, table]) => [
    knownTags.indexOf(tag) | ((notTransformed.get(tag) ?? 0) << 6),
    ...base128Of(table.length),
  ])
  const params = {
    [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_FONT,
    [constants.BROTLI_PARAM_QUALITY]: quality,
  }
  const data = await compress(Buffer.concat([...tables.values()]), { params })
  const bytes = align(headerBytes + directory.length + data.length)
  const header = Buffer.alloc(headerBytes)
  header.writeUInt32BE(signature, 0)
  header.writeUInt32BE(trueType, 4)
  header.writeUInt32BE(bytes, 8)
  header.writeUInt16BE(tables.size, 12)
  // Of the font that a browser makes of it: its header, a directory of 16 bytes a table, and the tables.
  const fontBytes = [...tables.values()].reduce((sum, { length }) => sum + 16 + align(length), 12)
  header.writeUInt32BE(fontBytes, 16)
  header.writeUInt32BE(data.length, 20)
  return Buffer.concat([header, Buffer.from(directory), data], bytes)
}

/** Reads a file that `writeWoff2` has written. */
export async function readWoff2(file: Buffer): Promise<FontTables> {
  if (file.readUInt32BE(0) !== signature) throw new Error('the file is not a web font')
  let at = headerBytes
  const nextByte = (): number => file.readUInt8(at++)
  const nextBase128 = (): number => {
    for (let value = 0; ;) {
      const byte = nextByte()
      value = (value << 7) | (byte & 0x7f)
      if (byte < 0x80) return value
    }
  }
  const entries = Array.from({ length: file.readUInt16BE(12) }, () => {
    const flags = nextByte()
    const tag = knownTags[flags & 0x3f]
    if (tag === undefined || flags >> 6 !== (notTransformed.get(tag) ?? 0))
      throw new Error('the font has a table that this station does not write')
    return { tag, length: nextBase128() }
  })
  const data = await decompress(file.subarray(at, at + file.readUInt32BE(20)))
  const tables = new Map<string, Buffer>()
  let offset = 0
  for (const { tag, length } of entries) {
    tables.set(tag, data.subarray(offset, offset + length))
    offset += length
  }
  return tables
}
