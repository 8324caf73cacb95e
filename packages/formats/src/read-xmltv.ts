import { createXmlDecoder } from './xml-text.ts'
import { createXmltvParser } from './xmltv-parser.ts'
import { XmltvError, type XmltvEntry } from './xmltv.ts'

export interface XmltvOptions {
  /** What moments without a zone are told in, minutes east of Greenwich. Default: China's. */
  zoneMinutes?: number
  /** Most bytes of XML, unpacked. */
  maxBytes?: number
  maxProgrammes?: number
}

const DEFAULTS = { zoneMinutes: 8 * 60, maxBytes: 512 * 1024 * 1024, maxProgrammes: 2_000_000 }

/** What is decoded at once: a string of its own, for the parser reads one that is part of another at a third of the speed. */
const PIECE_BYTES = 65_536

/**
 * Reads a guide in XMLTV as it comes in, with a memory that does not grow with it: entries in batches, in the order of
 * the file. A reference to a document type is passed over and never fetched; one that is written in the file, and any
 * entity but the five of XML, is refused, so that nothing grows in reading. Times without a zone are China's. A
 * programme without a time or a title is a fault among the entries; a file that is damaged as a whole is an error.
 * @throws XmltvError
 */
export async function* readXmltv(
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
