/** First and last byte of a range, both inclusive. */
export interface ByteRange {
  first: number
  last: number
}

const single = /^bytes=[ \t]*(\d*)-(\d*)[ \t]*$/i

/**
 * Parses a Range header (RFC 9110, section 14.2) for a file of `size` bytes. Returns null if the whole file is to be
 * sent: no header, another unit, several ranges or a malformed value, all of which a server may ignore.
 */
export function parseRange(header: string | undefined, size: number): ByteRange | 'unsatisfiable' | null {
  const [, from = '', to = ''] = (header !== undefined && single.exec(header)) || []
  if (from === '' && to === '') return null
  if (from === '') return suffix(Number(to), size)
  const first = Number(from)
  const last = to === '' ? size - 1 : Number(to)
  if (to !== '' && last < first) return null
  return first >= size ? 'unsatisfiable' : { first, last: Math.min(last, size - 1) }
}

/** The last `length` bytes, or the whole file if it is shorter. */
function suffix(length: number, size: number): ByteRange | 'unsatisfiable' {
  if (length === 0 || size === 0) return 'unsatisfiable'
  return { first: Math.max(0, size - length), last: size - 1 }
}
