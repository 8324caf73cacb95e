/** First and last byte of a part, both included. */
export interface ByteRange {
  first: number
  last: number
}

const single = /^bytes=[ \t]*(\d*)-(\d*)[ \t]*$/i

/**
 * Reads a Range header (RFC 9110, section 14.2) against a length in bytes. Null means the whole: no header, another
 * unit, several ranges or none that is well formed, which a server may all ignore.
 */
export function readRange(header: string | undefined, size: number): ByteRange | 'unsatisfiable' | null {
  const [, from = '', to = ''] = (header !== undefined && single.exec(header)) || []
  if (from === '' && to === '') return null
  if (from === '') return suffix(Number(to), size)
  const first = Number(from)
  const last = to === '' ? size - 1 : Number(to)
  if (to !== '' && last < first) return null
  return first >= size ? 'unsatisfiable' : { first, last: Math.min(last, size - 1) }
}

/** The last bytes, however few there are. */
function suffix(length: number, size: number): ByteRange | 'unsatisfiable' {
  if (length === 0 || size === 0) return 'unsatisfiable'
  return { first: Math.max(0, size - length), last: size - 1 }
}
