import { createXmlDecoder } from './xml-text.ts'
import { createXmltvParser } from './xmltv-parser.ts'
import { XmltvError, type XmltvEntry } from './xmltv.ts'

export interface XmltvOptions {
  /** Zone of times without one, minutes east of Greenwich. Default: China's. */
  zoneMinutes?: number
  /** Limit of decompressed XML, in bytes. */
  maxBytes?: number
  maxProgrammes?: number
}

const DEFAULTS = { zoneMinutes: 8 * 60, maxBytes: 512 * 1024 * 1024, maxProgrammes: 2_000_000 }

/**
 * Bytes decoded at once. Each piece is a string of its own, because the parser reads substrings of a larger string at a
 * third of the speed.
 */
const PIECE_BYTES = 65_536

/**
 * Parses an XMLTV guide as a stream with bounded memory, and yields entries in batches, in the order of the file. An
 * external document type is ignored and never fetched; an internal one, and entities other than XML's five, are
 * refused, so that nothing can expand. Times without a zone are in China's. A programme without a time or title is a
 * fault among the entries; a damaged file is an error.
 * @throws XmltvError
 */
export async function* parseXmltv(
  chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  options: XmltvOptions = {},
): AsyncGenerator<XmltvEntry[]> {
  const { zoneMinutes, maxBytes, maxProgrammes } = { ...DEFAULTS, ...options }
  const decoder = createXmlDecoder()
  const parser = createXmltvParser({ zoneMinutes, maxProgrammes })
  let bytes = 0
  for await (const chunk of chunks) {
    bytes += chunk.length
    if (bytes > maxBytes) throw new XmltvError('size', 0)
    for (let at = 0; at < chunk.length; at += PIECE_BYTES) {
      const entries = parser.write(decoder.write(chunk.subarray(at, at + PIECE_BYTES)))
      if (entries.length > 0) yield entries
    }
  }
  const entries = [...parser.write(decoder.end()), ...parser.end()]
  if (entries.length > 0) yield entries
}
