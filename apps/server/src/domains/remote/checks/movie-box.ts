/** Where the index of an MP4 file is (`moov`, ISO 14496-12, 8.2.1). */
export interface MovieBox {
  /** Its first byte, or that of a box that may be before it. */
  at: number
  /** Null if the bytes end before its header. */
  size: number | null
}

const headerBytes = 8
const longHeaderBytes = 16

/**
 * Finds the index by the headers of the boxes at a file's beginning. Null if the bytes are not the beginning of an MP4 file, or
 * it has no index.
 */
export function movieBoxOf(head: Buffer): MovieBox | null {
  if (head.toString('latin1', 4, 8) !== 'ftyp') return null
  let at = 0
  while (at + longHeaderBytes <= head.length) {
    const short = head.readUInt32BE(at)
    // 0: to the end of the file; 1: in 64 bits after the type.
    const size = short === 1 ? Number(head.readBigUInt64BE(at + headerBytes)) : short
    if (size < headerBytes || !Number.isSafeInteger(at + size)) return null
    if (head.toString('latin1', at + 4, at + headerBytes) === 'moov') return { at, size }
    at += size
  }
  return { at, size: null }
}
