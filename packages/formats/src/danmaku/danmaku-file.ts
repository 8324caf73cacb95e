import { createXmlDecoder } from '../xml-text.ts'
import { parseBilibiliXml, writeBilibiliXml } from './bilibili-xml.ts'
import {
  DanmakuFileError,
  danmakuFileLimits,
  type DanmakuFile,
  type DanmakuFileFormat,
  type DanmakuRecord,
} from './danmaku.ts'
import { parseDanmakuJson, writeArtplayer, writeDandanplay, writeDplayer } from './json-danmaku.ts'

/** Decoding in pieces gives strings of their own, which the parser reads faster: see the XMLTV parser. */
const PIECE_BYTES = 1024 * 1024

/**
 * Parses a danmaku file in any of the formats: Bilibili's XML, or the JSON of DPlayer (version 3), dandanplay or
 * ArtPlayer. UTF-8, UTF-16 with a byte order mark, and GB18030 as the fallback. Files of more than 32 MB or 300,000
 * entries are refused; unsupported entries are counted and skipped.
 * @throws DanmakuFileError
 */
export function parseDanmakuFile(bytes: Uint8Array): DanmakuFile {
  if (bytes.length > danmakuFileLimits.bytes) throw new DanmakuFileError('size')
  const text = textOf(bytes)
  const first = /\S/.exec(text)?.[0]
  if (first === '<') return parseBilibiliXml(text)
  if (first === '{' || first === '[') return parseDanmakuJson(text)
  throw new DanmakuFileError('foreign')
}

function textOf(bytes: Uint8Array): string {
  const decoder = createXmlDecoder()
  const pieces: string[] = []
  try {
    for (let at = 0; at < bytes.length; at += PIECE_BYTES)
      pieces.push(decoder.write(bytes.subarray(at, at + PIECE_BYTES)))
    return [...pieces, decoder.end()].join('')
  } catch (cause) {
    throw new DanmakuFileError('encoding', { cause })
  }
}

/** Writes danmaku in a format, in pieces. `count` is the number of records. */
export function writeDanmakuFile(
  format: DanmakuFileFormat,
  records: Iterable<DanmakuRecord>,
  count: number,
): Generator<string> {
  if (format === 'dplayer') return writeDplayer(records)
  if (format === 'dandanplay') return writeDandanplay(records, count)
  return format === 'artplayer' ? writeArtplayer(records) : writeBilibiliXml(records)
}
