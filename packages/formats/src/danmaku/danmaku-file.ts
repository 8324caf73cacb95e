import { createXmlDecoder } from '../xml-text.ts'
import { readBilibiliXml, writeBilibiliXml } from './bilibili-xml.ts'
import {
  DanmakuFileError,
  danmakuFileLimits,
  type DanmakuFile,
  type DanmakuFileFormat,
  type DanmakuRecord,
} from './danmaku.ts'
import { readDanmakuJson, writeArtplayer, writeDandanplay, writeDplayer } from './json-danmaku.ts'

/** A string of its own is decoded at once: see `readXmltv`. */
const PIECE_BYTES = 1024 * 1024

/**
 * Reads a file of danmaku, whichever of the formats it is in: XML of Bilibili, JSON of DPlayer (version 3), dandanplay or
 * ArtPlayer. UTF-8, UTF-16 with a mark, and GB18030 where nothing else is said. Files of more than 32 MB or 300,000
 * entries are refused; entries that cannot be shown are counted and passed over.
 * @throws DanmakuFileError
 */
export function readDanmakuFile(bytes: Uint8Array): DanmakuFile {
  if (bytes.length > danmakuFileLimits.bytes) throw new DanmakuFileError('size')
  const text = textOf(bytes)
  const first = /\S/.exec(text)?.[0]
  if (first === '<') return readBilibiliXml(text)
  if (first === '{' || first === '[') return readDanmakuJson(text)
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

/** Writes danmaku in a format, piece by piece. `count` is how many there are. */
export function writeDanmakuFile(
  format: DanmakuFileFormat,
  records: Iterable<DanmakuRecord>,
  count: number,
): Generator<string> {
  if (format === 'dplayer') return writeDplayer(records)
  if (format === 'dandanplay') return writeDandanplay(records, count)
  return format === 'artplayer' ? writeArtplayer(records) : writeBilibiliXml(records)
}
