/** Reads and writes the tables of TrueType fonts (OpenType 1.9.1) as far as fonts for single characters need them. */

/** The tables of a font by their tags. */
export type FontTables = ReadonlyMap<string, Buffer>

/** The shape of a character; widths in units of the font. */
export interface Glyph {
  /** Its entry of the `glyf` table; empty for a glyph without contours. */
  outline: Buffer
  advance: number
  bearing: number
}

/** Glyph 0 is drawn for characters that a font lacks. */
const missingGlyphId = 0
const unicodeBmp = { platform: 3, encoding: 1 }

export function tableOf(tables: FontTables, tag: string): Buffer {
  const table = tables.get(tag)
  if (!table) throw new Error(`the font has no table ${tag}`)
  return table
}

/** Finds the format 4 subtable of a `cmap` table. */
function subtableOf(cmap: Buffer): Buffer {
  for (let at = 4; at < 4 + 8 * cmap.readUInt16BE(2); at += 8) {
    const subtable = cmap.subarray(cmap.readUInt32BE(at + 4))
    const isBmp = cmap.readUInt16BE(at) === unicodeBmp.platform && cmap.readUInt16BE(at + 2) === unicodeBmp.encoding
    if (isBmp && subtable.readUInt16BE(0) === 4) return subtable
  }
  throw new Error('the font has no table of the characters of the Basic Multilingual Plane')
}

/** The glyph of each character, by code point. */
export function glyphIdsOf(tables: FontTables): Map<number, number> {
  const table = subtableOf(tableOf(tables, 'cmap'))
  const size = table.readUInt16BE(6)
  const ids = new Map<number, number>()
  for (let at = 14; at < 14 + size; at += 2) {
    const start = table.readUInt16BE(at + size + 2)
    const delta = table.readUInt16BE(at + 2 * size + 2)
    const rangeAt = at + 3 * size + 2
    const range = table.readUInt16BE(rangeAt)
    for (let code = start; code <= table.readUInt16BE(at) && code < 0xffff; code += 1) {
      const listed = range === 0 ? code : table.readUInt16BE(rangeAt + range + 2 * (code - start))
      const id = listed === 0 && range !== 0 ? missingGlyphId : (listed + delta) & 0xffff
      if (id !== missingGlyphId) ids.set(code, id)
    }
  }
  return ids
}

/** Reads glyphs by their ids. Composite glyphs are refused: their parts have ids of the same font. */
export function createGlyphReader(tables: FontTables): (id: number) => Glyph {
  const loca = tableOf(tables, 'loca')
  const glyf = tableOf(tables, 'glyf')
  const hmtx = tableOf(tables, 'hmtx')
  const isLong = tableOf(tables, 'head').readInt16BE(50) === 1
  const offsetOf = (id: number): number => (isLong ? loca.readUInt32BE(4 * id) : 2 * loca.readUInt16BE(2 * id))
  const metricCount = tableOf(tables, 'hhea').readUInt16BE(34)
  return (id) => {
    const outline = glyf.subarray(offsetOf(id), offsetOf(id + 1))
    if (outline.length > 0 && outline.readInt16BE(0) < 0) throw new Error(`glyph ${id} is composed of others`)
    const isMetric = id < metricCount
    return {
      outline,
      advance: hmtx.readUInt16BE(4 * Math.min(id, metricCount - 1)),
      bearing: hmtx.readInt16BE(isMetric ? 4 * id + 2 : 4 * metricCount + 2 * (id - metricCount)),
    }
  }
}

interface Segment {
  start: number
  end: number
  /** The glyph of its first character. */
  glyphId: number
}

/** A `cmap` table in which the characters have the glyphs 1, 2, … */
function cmapOf(codes: readonly number[]): Buffer {
  const segments: Segment[] = []
  for (const [at, code] of codes.entries()) {
    const last = segments.at(-1)
    if (last?.end === code - 1) last.end = code
    else segments.push({ start: code, end: code, glyphId: at + 1 })
  }
  segments.push({ start: 0xffff, end: 0xffff, glyphId: missingGlyphId })
  const count = segments.length
  const searched = 2 ** Math.floor(Math.log2(count))
  const cmap = Buffer.alloc(12 + 16 + 8 * count)
  const header = [0, 1, unicodeBmp.platform, unicodeBmp.encoding, 0, 12]
  const subtable = [4, 16 + 8 * count, 0, 2 * count, 2 * searched, Math.log2(searched), 2 * (count - searched)]
  for (const [at, value] of [...header, ...subtable].entries()) cmap.writeUInt16BE(value, 2 * at)
  for (const [at, { start, end, glyphId }] of segments.entries()) {
    cmap.writeUInt16BE(end, 26 + 2 * at)
    cmap.writeUInt16BE(start, 28 + 2 * (count + at))
    cmap.writeUInt16BE((glyphId - start) & 0xffff, 28 + 2 * (2 * count + at))
  }
  return cmap
}

const changed = (table: Buffer, change: (copy: Buffer) => void): Buffer => {
  const copy = Buffer.from(table)
  change(copy)
  return copy
}

/**
 * The tables of a font with some characters.
 * @param common tables of a font with the same proportions; those that do not depend on the characters are taken as they are
 * @param missing drawn for other characters
 * @param glyphs by code point, in any order
 */
export function fontOf(common: FontTables, missing: Glyph, glyphs: ReadonlyMap<number, Glyph>): FontTables {
  const codes = [...glyphs.keys()].toSorted((a, b) => a - b)
  const all = [missing, ...codes.map((code) => glyphs.get(code) ?? missing)]
  const loca = Buffer.alloc(4 * (all.length + 1))
  const hmtx = Buffer.alloc(4 * all.length)
  let size = 0
  // Outlines begin at multiples of four bytes.
  const outlines = all.map(({ outline, advance, bearing }, id) => {
    const padded = Buffer.concat([outline], Math.ceil(outline.length / 4) * 4)
    size += padded.length
    loca.writeUInt32BE(size, 4 * (id + 1))
    hmtx.writeUInt16BE(advance, 4 * id)
    hmtx.writeInt16BE(bearing, 4 * id + 2)
    return padded
  })
  const fixed = (tag: string): Buffer => tableOf(common, tag)
  return new Map([
    ['OS/2', fixed('OS/2')],
    ['cmap', cmapOf(codes)],
    ['glyf', Buffer.concat(outlines)],
    ['head', changed(fixed('head'), (head) => head.writeInt16BE(1, 50))],
    ['hhea', changed(fixed('hhea'), (hhea) => hhea.writeUInt16BE(all.length, 34))],
    ['hmtx', hmtx],
    ['loca', loca],
    ['maxp', changed(fixed('maxp'), (maxp) => maxp.writeUInt16BE(all.length, 4))],
    ['name', fixed('name')],
    ['post', fixed('post')],
  ])
}
