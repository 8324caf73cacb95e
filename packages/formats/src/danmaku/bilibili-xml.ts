import { SaxesParser } from 'saxes'
import { escapeXml } from '../xml-escape.ts'
import {
  createDanmakuCollector,
  danmakuSeconds,
  DanmakuFileError,
  type DanmakuFile,
  type DanmakuFileMode,
  type DanmakuFileProblem,
  type DanmakuRecord,
  type RawDanmaku,
} from './danmaku.ts'

/** The second field of `p`. Not supported: 7 (positioned), 8 (code) and 9 (script). */
const MODES: Readonly<Partial<Record<string, DanmakuFileMode>>> = {
  1: 'scroll',
  2: 'scroll',
  3: 'scroll',
  4: 'bottom',
  5: 'top',
  6: 'reverse',
}
const NUMBERS: Readonly<Record<DanmakuFileMode, number>> = { scroll: 1, bottom: 4, top: 5, reverse: 6 }

const PIECE_LENGTH = 65_536
const MAX_DEPTH = 8
const MAX_ATTRIBUTES = 32
/** Limit of characters that the parser buffers without emitting an event. */
const MAX_BUFFERED = 256 * 1024
/** Characters that XML 1.0 (section 2.2) does not allow but sites let through. */
const INVALID_XML = /[^\P{Cc}\n\r\t]|[\ufffe\uffff]/gu

/**
 * Parses danmaku in Bilibili's XML: `<i>` with a `<d p="time,mode,size,colour,sent,pool,sender,id">` for each. A file
 * that defines entities is refused before any is expanded.
 * @throws DanmakuFileError
 */
export function parseBilibiliXml(text: string): DanmakuFile {
  const parser = new SaxesParser({ xmlns: false, position: false })
  const collector = createDanmakuCollector()
  const fail = (problem: DanmakuFileProblem): never => {
    throw new DanmakuFileError(problem)
  }
  let hasBegun = false
  let depth = 0
  let attributes = 0
  let buffered = 0
  let open: { p: string; text: string } | null = null
  const resetBuffered = (): void => {
    buffered = 0
  }
  parser.on('doctype', (doctype) => (doctype.includes('[') ? fail('entities') : resetBuffered()))
  parser.on('attribute', () => {
    resetBuffered()
    if (++attributes > MAX_ATTRIBUTES) fail('malformed')
  })
  parser.on('opentag', ({ name, attributes: given }) => {
    resetBuffered()
    attributes = 0
    if (++depth > MAX_DEPTH) fail('malformed')
    if (depth === 1 && name !== 'i') fail('foreign')
    hasBegun = true
    if (depth === 2 && name === 'd') open = { p: given.p ?? '', text: '' }
  })
  const addToText = (part: string): void => {
    resetBuffered()
    if (open) open.text += part
  }
  parser.on('text', addToText)
  parser.on('cdata', addToText)
  parser.on('closetag', () => {
    resetBuffered()
    depth--
    if (depth !== 1 || !open) return
    collector.add(rawOf(open.p, open.text))
    open = null
  })
  try {
    for (let at = 0; at < text.length; at += PIECE_LENGTH) {
      const piece = text.slice(at, at + PIECE_LENGTH).replace(INVALID_XML, '')
      buffered += piece.length
      parser.write(piece)
      if (buffered > MAX_BUFFERED) fail(hasBegun ? 'malformed' : 'foreign')
    }
    if (!hasBegun) fail('foreign')
    if (depth > 0) fail('cut')
    parser.close()
  } catch (cause) {
    if (cause instanceof DanmakuFileError || !(cause instanceof Error)) throw cause
    throw new DanmakuFileError(/entity/.test(cause.message) ? 'entities' : 'malformed', { cause })
  }
  return collector.done('bilibili')
}

function rawOf(p: string, text: string): RawDanmaku | null {
  const [time = '', mode = '', size = '', color = '', sent = '', , sender = '', id = ''] = p.split(',')
  if (time.trim() === '' || color === '') return null
  return {
    time: Number(time),
    mode: MODES[mode.trim()] ?? null,
    color: Number(color),
    size: Number(size),
    text,
    sender,
    id,
    sentSec: Number(sent),
  }
}

/** Writes danmaku as Bilibili's XML in pieces, with all fields of a record. */
export function* writeBilibiliXml(records: Iterable<DanmakuRecord>): Generator<string> {
  yield '<?xml version="1.0" encoding="UTF-8"?>\n<i><chatid>0</chatid><state>0</state><source>k-v</source>\n'
  for (const { atMs, mode, size, color, sentSec, sender, id, text } of records) {
    const p = [danmakuSeconds(atMs).toFixed(5), NUMBERS[mode], size, color, sentSec, 0, escapeXml(sender), id || '0']
    yield `<d p="${p.join(',')}">${escapeXml(text)}</d>\n`
  }
  yield '</i>\n'
}
