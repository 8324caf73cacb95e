import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { inflateSync } from 'node:zlib'
import {
  createGlyphReader,
  fontOf,
  glyphIdsOf,
  tableOf,
  type FontTables,
  type Glyph,
} from '../platform/pages/name-font/font-tables.ts'
import { writeWoff2 } from '../platform/pages/name-font/woff2.ts'

/**
 * Makes `apps/server/fonts/names.woff2` of the packages `@fontsource/noto-serif-sc` and `@fontsource/noto-serif-tc`, whose
 * fonts come in a hundred files, each with a part of the characters: `npm pack @fontsource/noto-serif-sc@5.3.0`, the other
 * one likewise, unpack them, `npm run name-font -- <folder> <folder>`. A character is taken from the first that has it.
 */

const target = join(import.meta.dirname, '../../fonts/names.woff2')
const family = 'Yunmu Names'

/** Characters in the rows of a double-byte encoding that its standard fills with Chinese characters. */
function charactersOf(encoding: string, [first, last]: readonly [number, number], trail: readonly number[]): number[] {
  const decoder = new TextDecoder(encoding)
  const lead = Array.from({ length: last - first + 1 }, (_, at) => first + at)
  return lead
    .flatMap((high) => trail.map((low) => decoder.decode(Uint8Array.of(high, low)).codePointAt(0) ?? 0))
    .filter((code) => code >= 0x3400 && code <= 0x9fff)
}

const range = (first: number, last: number): number[] => Array.from({ length: last - first + 1 }, (_, at) => first + at)

/** All characters of GB 2312, and the frequent ones of Big5: what names are written with in either script. */
const wanted = new Set([
  ...charactersOf('gb18030', [0xb0, 0xf7], range(0xa1, 0xfe)),
  ...charactersOf('big5', [0xa4, 0xc6], [...range(0x40, 0x7e), ...range(0xa1, 0xfe)]),
])

/** The tables of a WOFF 1.0 file, each of which is compressed by itself. */
function readWoff(file: Buffer): FontTables {
  const tables = new Map<string, Buffer>()
  for (let at = 44; at < 44 + 20 * file.readUInt16BE(12); at += 20) {
    const offset = file.readUInt32BE(at + 4)
    const bytes = file.readUInt32BE(at + 8)
    const data = file.subarray(offset, offset + bytes)
    tables.set(file.toString('latin1', at, at + 4), bytes < file.readUInt32BE(at + 12) ? inflateSync(data) : data)
  }
  return tables
}

/** A `name` table: the licence asks for the lines of the copyright and of the licence. */
function nameTable(): Buffer {
  const names = new Map([
    [0, '(c) 2017-2024 Adobe (http://www.adobe.com/).'],
    [1, family],
    [2, 'Bold'],
    [4, `${family} Bold`],
    [6, 'YunmuNames-Bold'],
    [13, 'This Font Software is licensed under the SIL Open Font License, Version 1.1.'],
    [14, 'https://openfontlicense.org'],
  ])
  const texts = [...names.values()].map((text) => Buffer.from(text, 'utf16le').swap16())
  const header = Buffer.alloc(6 + 12 * names.size)
  header.writeUInt16BE(names.size, 2)
  header.writeUInt16BE(header.length, 4)
  let offset = 0
  for (const [at, id] of [...names.keys()].entries()) {
    const bytes = texts[at]?.length ?? 0
    for (const [field, value] of [3, 1, 0x409, id, bytes, offset].entries())
      header.writeUInt16BE(value, 6 + 12 * at + 2 * field)
    offset += bytes
  }
  return Buffer.concat([header, ...texts])
}

const folders = process.argv.slice(2)
if (folders.length === 0) throw new Error('usage: npm run name-font -- <folders of packages>')
const glyphs = new Map<number, Glyph>()
const fonts: FontTables[] = []

async function addFile(path: string): Promise<void> {
  const tables = readWoff(await readFile(path))
  const glyphAt = createGlyphReader(tables)
  const found = [...glyphIdsOf(tables)].filter(([code]) => wanted.has(code) && !glyphs.has(code))
  if (found.length === 0) return
  for (const [code, id] of found) glyphs.set(code, glyphAt(id))
  fonts.push(tables)
}

/** The `maxp` table of several fonts: the largest numbers of points and contours. */
function limitsOf(tables: readonly Buffer[]): Buffer {
  const limits = Buffer.concat(tables.slice(0, 1))
  for (const at of [6, 8]) limits.writeUInt16BE(Math.max(...tables.map((table) => table.readUInt16BE(at))), at)
  return limits
}

for (const folder of folders)
  for (const name of (await readdir(join(folder, 'files'))).toSorted())
    if (name.endsWith('-700-normal.woff')) await addFile(join(folder, 'files', name))
const [first] = fonts
if (!first) throw new Error('the packages have no characters of weight 700')
const maxp = limitsOf(fonts.map((tables) => tableOf(tables, 'maxp')))
const common = new Map([...first, ['maxp', maxp], ['name', nameTable()]])
const font = fontOf(common, createGlyphReader(first)(0), glyphs)
await writeFile(target, await writeWoff2(font, { quality: 11 }))
process.stdout.write(`${glyphs.size} of ${wanted.size} characters\n`)
