import { SaxesParser } from 'saxes'
import { escapeXml } from '../xml-escape.ts'
import {
  createDanmakuGathering,
  danmakuSeconds,
  DanmakuFileError,
  type DanmakuFile,
  type DanmakuFileMode,
  type DanmakuFileProblem,
  type DanmakuRecord,
  type RawDanmaku,
} from './danmaku.ts'

/** The second field of `p`; 7, 8 and 9 stand where they say, are drawn by code, or by a script. */
const MODES: Readonly<Partial<Record<string, DanmakuFileMode>>> = {
  1: 'scroll',
  2: 'scroll',
  3: 'scroll',
  4: 'bottom',
  5: 'top',
  6: 'reverse',
}
const NUMBERS: Readonly<Record<DanmakuFileMode, number>> = { scroll: 1, bottom: 4, top: 5, reverse: 6 }

const PIECE = 65_536
const DEEPEST = 8
const MOST_ATTRIBUTES = 32
/** How much the parser may hold back before it has made something of it. */
const LONGEST_HELD = 256 * 1024
/** Characters that XML does not know, which sites have let through all the same (XML 1.0, 2.2). */
const UNREADABLE = /[^\P{Cc}\n\r\t]|[\ufffe\uffff]/gu

/**
 * Reads danmaku in the XML of Bilibili: `<i>` with a `<d p="time,mode,size,colour,sent,pool,sender,id">` for each.
 * Entities that the file defines are refused before anything grows.
 * @throws DanmakuFileError
 */
export function readBilibiliXml(text: string): DanmakuFile {
  const parser = new SaxesParser({ xmlns: false, position: false })
  const gathering = createDanmakuGathering()
  const fail = (problem: DanmakuFileProblem): never => {
    throw new DanmakuFileError(problem)
  }
  let hasBegun = false
  let depth = 0
  let attributes = 0
  let held = 0
  let open: { p: string; text: string } | null = null
  const heard = (): void => {
    held = 0
  }
  parser.on('doctype', (doctype) => (doctype.includes('[') ? fail('entities') : heard()))
  parser.on('attribute', () => {
    heard()
    if (++attributes > MOST_ATTRIBUTES) fail('malformed')
  })
  parser.on('opentag', ({ name, attributes: given }) => {
    heard()
    attributes = 0
    if (++depth > DEEPEST) fail('malformed')
    if (depth === 1 && name !== 'i') fail('foreign')
    hasBegun = true
    if (depth === 2 && name === 'd') open = { p: given.p ?? '', text: '' }
  })
  const hear = (said: string): void => {
    heard()
    if (open) open.text += said
  }
  parser.on('text', hear)
  parser.on('cdata', hear)
  parser.on('closetag', () => {
    heard()
    depth--
    if (depth !== 1 || !open) return
    gathering.add(rawOf(open.p, open.text))
    open = null
  })
  try {
    for (let at = 0; at < text.length; at += PIECE) {
      const piece = text.slice(at, at + PIECE).replace(UNREADABLE, '')
      held += piece.length
      parser.write(piece)
      if (held > LONGEST_HELD) fail(hasBegun ? 'malformed' : 'foreign')
    }
    if (!hasBegun) fail('foreign')
    if (depth > 0) fail('cut')
    parser.close()
  } catch (cause) {
    if (cause instanceof DanmakuFileError || !(cause instanceof Error)) throw cause
    throw new DanmakuFileError(/entity/.test(cause.message) ? 'entities' : 'malformed', { cause })
  }
  return gathering.done('bilibili')
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

/** Writes danmaku in the XML of Bilibili, piece by piece. All that a record says is carried. */
export function* writeBilibiliXml(records: Iterable<DanmakuRecord>): Generator<string> {
  yield '<?xml version="1.0" encoding="UTF-8"?>\n<i><chatid>0</chatid><state>0</state><source>k-v</source>\n'
  for (const { atMs, mode, size, color, sentSec, sender, id, text } of records) {
    const p = [danmakuSeconds(atMs).toFixed(5), NUMBERS[mode], size, color, sentSec, 0, escapeXml(sender), id || '0']
    yield `<d p="${p.join(',')}">${escapeXml(text)}</d>\n`
  }
  yield '</i>\n'
}
