import { randomBytes } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { promisify } from 'node:util'
import { constants, crc32, deflateRaw, deflateRawSync, gunzipSync, type ZlibOptions } from 'node:zlib'
import { crc32Joined, crc32Shift } from './crc32-combine.ts'

/**
 * A page that is compressed once for all replies. Values that differ between replies (the script nonce, the clock) are
 * gaps: each is sent as a stored block (RFC 1951, 3.2.4) between compressed ones. Compressed blocks refer back across
 * gaps, but never to a gap's value.
 */
export interface PackedPage {
  /** All compressed blocks in sequence, in an unpooled buffer. */
  readonly blocks: Buffer
  readonly pieces: readonly Piece[]
}

type Piece = Gap | Block

interface Gap {
  readonly name: GapName
  readonly bytes: number
}

/** A compressed part of the text: its end in `blocks`, and its contribution to the checksum. */
interface Block {
  readonly end: number
  /** Length of its text, bytes. */
  readonly textBytes: number
  readonly isShared: boolean
  readonly crc: number
  readonly shift: number
}

type GapName = 'nonce' | 'now'

/**
 * Placeholders in a rendered page for values that differ between replies. Each is as long as its value, and
 * unguessable, so that no text of a page can contain one.
 */
export interface Placeholders {
  nonce: string
  now: number
}

/** A script nonce (CSP level 3) for one reply. */
export const createNonce = (): string => randomBytes(16).toString('base64url')

/** Placeholders of one process. */
export const createPlaceholders = (): Placeholders => ({
  nonce: createNonce(),
  now: 5_000_000_000 + randomBytes(4).readUInt32BE(),
})

/** Compression window (RFC 1951), bytes. */
const windowBytes = 32 * 1024
/** A byte that UTF-8 never uses, so that compressed text cannot refer to it. */
const nonTextByte = 0xff
/** Header (RFC 1952): deflate, no name, no time, no system. */
const header = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff])
/** The last block: stored, empty. */
const lastBlock = Buffer.from([1, 0, 0, 0xff, 0xff])
const storedHeadBytes = 5
const trailerBytes = 8
/** Estimated memory of a piece's object. */
const pieceBytes = 80

const placeholderNonce = '?'.repeat(22)

const deflateRawAsync = promisify<Buffer, ZlibOptions, Buffer>(deflateRaw)

/** The memory of a packed page. */
export const pageBytes = ({ blocks, pieces }: PackedPage): number => blocks.length + pieceBytes * pieces.length

const isGap = (piece: Piece | Part): piece is Gap => 'name' in piece

/** A part of a page's text: a gap, text of this page, or (`shared`) a style sheet that many pages contain. */
type Part = Gap | { text: Buffer; shared: string | null }

/**
 * Splits a rendered page at its placeholders and style sheets. Nonces of elements without content (links) are removed:
 * the policy permits them from this origin, and each gap costs a compressed block.
 */
function splitPage(html: string, { nonce, now }: Placeholders): Part[] {
  const parts: Part[] = []
  let text = ''
  const flush = (): void => {
    if (text !== '') parts.push({ text: Buffer.from(text), shared: null })
    text = ''
  }
  const pieces = html.split(new RegExp(`( nonce="${nonce}"(?=/>)|${nonce}|${now}|<style[^>]*>[^<]*</style>)`))
  for (const [at, piece] of pieces.entries()) {
    if (at % 2 === 0) text += piece
    else if (!piece.startsWith(' ')) {
      flush()
      if (piece === nonce) parts.push({ name: 'nonce', bytes: nonce.length })
      else if (piece.startsWith('<')) parts.push({ text: Buffer.from(piece), shared: piece })
      else parts.push({ name: 'now', bytes: piece.length })
    }
  }
  flush()
  return parts
}

/** Compressed style sheets: a build has some dozens. */
const sharedBlocks = new LRUCache<string, Buffer>({ max: 200 })

/**
 * Compresses a style sheet once, at the highest level and without a dictionary, so that every page can use the block.
 */
function sharedBlock(text: string): Buffer {
  const cached = sharedBlocks.get(text)
  if (cached) return cached
  const block = deflateRawSync(text, { level: constants.Z_BEST_COMPRESSION, finishFlush: constants.Z_SYNC_FLUSH })
  sharedBlocks.set(text, block)
  return block
}

/** The window of the text after a part. */
function windowAfter(before: Buffer, part: Part): Buffer {
  const text = isGap(part) ? Buffer.alloc(part.bytes, nonTextByte) : part.text
  if (text.length >= windowBytes) return text.subarray(-windowBytes)
  return Buffer.concat([before.subarray(-(windowBytes - text.length)), text])
}

/** The compression options of each part: the text before it is its dictionary. */
function compressionOptions(parts: readonly Part[], level: number): ZlibOptions[] {
  let before: Buffer = Buffer.alloc(0)
  return parts.map((part) => {
    const dictionary = before
    before = windowAfter(before, part)
    return { level, finishFlush: constants.Z_SYNC_FLUSH, ...(dictionary.length > 0 && { dictionary }) }
  })
}

function assemble(parts: readonly Part[], compressed: readonly (Buffer | null)[]): PackedPage {
  const length = compressed.reduce((sum, block) => sum + (block?.length ?? 0), 0)
  // Unpooled, because neither the shared pool nor the compressor's larger output buffers may stay referenced.
  const blocks = Buffer.allocUnsafeSlow(length)
  let end = 0
  const pieces = parts.map((part, at): Piece => {
    if (isGap(part)) return part
    end += compressed[at]?.copy(blocks, end) ?? 0
    const { text, shared } = part
    return { end, textBytes: text.length, isShared: shared !== null, crc: crc32(text), shift: crc32Shift(text.length) }
  })
  return { blocks, pieces }
}

/** Compresses a rendered page fast, because its first reply waits for it. */
export function packPage(html: string, placeholders: Placeholders): PackedPage {
  const parts = splitPage(html, placeholders)
  const options = compressionOptions(parts, constants.Z_BEST_SPEED)
  const compressed = parts.map((part, at) => {
    if (isGap(part)) return null
    return part.shared === null ? deflateRawSync(part.text, options[at]) : sharedBlock(part.shared)
  })
  return assemble(parts, compressed)
}

/** Compresses a packed page at the highest level, off the main thread, because it was requested again. */
export async function repackPage(page: PackedPage): Promise<PackedPage> {
  const text = plainPage(page, { nonce: placeholderNonce, nowSec: 0 })
  let at = 0
  const parts = page.pieces.map((piece): Part => {
    if (isGap(piece)) {
      at += piece.bytes
      return piece
    }
    at += piece.textBytes
    const part = text.subarray(at - piece.textBytes, at)
    return { text: part, shared: piece.isShared ? part.toString() : null }
  })
  const options = compressionOptions(parts, constants.Z_BEST_COMPRESSION)
  const compressed = await Promise.all(
    parts.map(async (part, index) => {
      if (isGap(part)) return null
      return part.shared === null ? deflateRawAsync(part.text, options[index] ?? {}) : sharedBlock(part.shared)
    }),
  )
  return assemble(parts, compressed)
}

/** The values of the placeholders in one reply. */
export interface PageValues {
  nonce: string
  nowSec: number
}

/** The page for one reply, compressed with gzip (RFC 1952). Throws if a value is not as long as its placeholder. */
export function gzipPage({ blocks, pieces }: PackedPage, { nonce, nowSec }: PageValues): Buffer {
  const values: Record<GapName, Buffer> = {
    nonce: Buffer.from(nonce),
    now: Buffer.from(String(nowSec).padStart(10, '0')),
  }
  const gapBytes = pieces.reduce((sum, piece) => sum + (isGap(piece) ? storedHeadBytes + piece.bytes : 0), 0)
  const page = Buffer.allocUnsafe(header.length + blocks.length + gapBytes + lastBlock.length + trailerBytes)
  let to = header.copy(page)
  let from = 0
  let crc = 0
  let textBytes = 0
  for (const piece of pieces) {
    if (isGap(piece)) {
      const value = values[piece.name]
      if (value.length !== piece.bytes) throw new Error(`a gap of ${piece.bytes} bytes cannot take ${value.length}`)
      // A stored block begins on a byte boundary, because the block before was flushed.
      page.writeUInt8(0, to)
      page.writeUInt16LE(value.length, to + 1)
      page.writeUInt16LE(~value.length & 0xffff, to + 3)
      to += storedHeadBytes + value.copy(page, to + storedHeadBytes)
      crc = crc32(value, crc)
      textBytes += value.length
    } else {
      to += blocks.copy(page, to, from, piece.end)
      from = piece.end
      crc = crc32Joined(crc, piece.crc, piece.shift)
      textBytes += piece.textBytes
    }
  }
  to += lastBlock.copy(page, to)
  page.writeUInt32LE(crc, to)
  page.writeUInt32LE(textBytes, to + 4)
  return page
}

/** The uncompressed page for one reply, for the few clients without gzip. */
export const plainPage = (page: PackedPage, values: PageValues): Buffer => gunzipSync(gzipPage(page, values))
