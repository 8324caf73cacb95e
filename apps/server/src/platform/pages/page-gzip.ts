import { pipeline, type Readable } from 'node:stream'
import { constants, crc32, createGzip, deflateRawSync } from 'node:zlib'

/** A place in a text whose value is known only when it is sent. */
export interface Gap {
  name: 'nonce' | 'now'
  bytes: number
}

export type Part = Buffer | Gap

export type GapValues = Record<Gap['name'], Buffer>

/** How far back a compressed text may refer (RFC 1951), bytes. */
const windowBytes = 32 * 1024
/** A byte that no text in UTF-8 has: nothing that is compressed can be found to repeat it. */
const notText = 0xff
/** Header (RFC 1952): deflate, no name, no time, no system. */
const header = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff])
/** The last block: stored, empty. */
const lastBlock = Buffer.from([1, 0, 0, 0xff, 0xff])

export const isGap = (part: Part): part is Gap => !Buffer.isBuffer(part)

/** The value of a gap. Throws where it is not as long as the gap. */
export function valueOf({ name, bytes }: Gap, values: GapValues): Buffer {
  const value = values[name]
  if (value.length !== bytes) throw new Error(`a gap of ${bytes} bytes cannot take ${value.length}`)
  return value
}

/**
 * Compresses a text once, however often its gaps are filled. Each value travels as it is, in a stored block (RFC 1951,
 * 3.2.4) between the compressed ones; these refer to what was before them, over the gaps, but never to a gap's value.
 * Returns what fills the gaps and makes a whole of it: a checksum and some joining, a small part of compressing anew.
 */
export function gzipParts(parts: readonly Part[]): (values: GapValues) => Buffer {
  let before = Buffer.alloc(0)
  const packed = parts.map((part): Part => {
    const text = isGap(part) ? Buffer.alloc(part.bytes, notText) : part
    const dictionary = before
    before = Buffer.concat([before, text]).subarray(-windowBytes)
    if (isGap(part) || part.length === 0) return part
    return deflateRawSync(part, {
      level: constants.Z_BEST_COMPRESSION,
      finishFlush: constants.Z_SYNC_FLUSH,
      ...(dictionary.length > 0 && { dictionary }),
    })
  })
  return (values) => {
    const whole = packed.flatMap((part) => (isGap(part) ? stored(valueOf(part, values)) : [part]))
    const texts = parts.map((part) => (isGap(part) ? valueOf(part, values) : part))
    const trailer = Buffer.alloc(8)
    trailer.writeUInt32LE(texts.reduce((sum, text) => crc32(text, sum), 0))
    trailer.writeUInt32LE(
      texts.reduce((sum, { length }) => sum + length, 0),
      4,
    )
    return Buffer.concat([header, ...whole, lastBlock, trailer])
  }
}

/** A block that is not compressed. It begins on a byte, because what is before it was flushed. */
function stored(value: Buffer): Buffer[] {
  const head = Buffer.alloc(5)
  head.writeUInt16LE(value.length, 1)
  head.writeUInt16LE(~value.length & 0xffff, 3)
  return [head, value]
}

/** Compresses a text while it streams: what has been written so far can be read at the other end. */
export function gzipStream(source: Readable): Readable {
  // Whoever reads the stream learns of a failure: it is destroyed with it.
  return pipeline(source, createGzip({ flush: constants.Z_SYNC_FLUSH }), () => {})
}

/** Whether an Accept-Encoding (RFC 9110, 12.5.3) lets a reply be compressed with gzip. */
export function acceptsGzip(acceptEncoding: string | undefined): boolean {
  const weights = new Map(
    (acceptEncoding ?? '').split(',').map((entry) => {
      const [coding = '', weight = 'q=1'] = entry.split(';').map((part) => part.trim().toLowerCase())
      return [coding, Number(weight.replace(/^q=/, ''))] as const
    }),
  )
  return (weights.get('gzip') ?? weights.get('*') ?? 0) > 0
}
