import type { HtmlPart } from '@yunmu/contract'
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
  /** The compressed blocks that only this page contains, in sequence, in an unpooled buffer. */
  readonly blocks: Buffer
  readonly pieces: readonly Piece[]
}

type Piece = Gap | Block

interface Gap {
  readonly name: GapName
  readonly bytes: number
}

/** A compressed part of the text, and its contribution to the checksum. */
interface Block {
  /** The block, where other pages contain it as well; otherwise null. */
  readonly shared: Buffer | null
  /** Its end in the page's own blocks. */
  readonly end: number
  /** Length of its text, bytes. */
  readonly textBytes: number
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
const pieceBytes = 120
/** Characters of a text between two placeholders that other pages are expected to contain as well. */
const longestShared = 1200

const placeholderNonce = '?'.repeat(22)

const deflateRawAsync = promisify<Buffer, ZlibOptions, Buffer>(deflateRaw)

const isGap = (piece: Piece | Part): piece is Gap => 'name' in piece

/** The memory of a packed page. Style sheets are few; they belong to all pages. */
export const pageBytes = ({ blocks, pieces }: PackedPage): number =>
  pieces.reduce((sum, piece) => sum + pieceBytes + (isGap(piece) ? 0 : ownBytesOf(piece)), blocks.length)

const ownBytesOf = ({ shared, textBytes }: Block): number =>
  shared !== null && textBytes <= longestShared ? shared.length : 0

/** A part of a page's text: a gap, or text. */
type Part = Gap | HtmlPart

/**
 * Splits rendered text at its placeholders. Nonces of elements without content (links) are removed: the policy permits
 * them from this origin, and each gap costs a compressed block. Short texts after a placeholder are scripts, which recur in
 * most pages.
 */
function splitText(html: string, { nonce, now }: Placeholders): Part[] {
  const text = html.replaceAll(` nonce="${nonce}"/>`, '/>')
  const clock = String(now)
  const parts: Part[] = []
  const add = (from: number, to: number): void => {
    if (to > from) parts.push({ text: text.slice(from, to), isShared: from > 0 && to - from <= longestShared })
  }
  let from = 0
  let [nonceAt, clockAt] = [text.indexOf(nonce), text.indexOf(clock)]
  while (nonceAt !== -1 || clockAt !== -1) {
    const isNonce = clockAt === -1 || (nonceAt !== -1 && nonceAt < clockAt)
    const gap: Gap = isNonce ? { name: 'nonce', bytes: nonce.length } : { name: 'now', bytes: clock.length }
    const at = isNonce ? nonceAt : clockAt
    add(from, at)
    parts.push(gap)
    from = at + gap.bytes
    if (isNonce) nonceAt = text.indexOf(nonce, from)
    else clockAt = text.indexOf(clock, from)
  }
  add(from, text.length)
  return parts
}

const blockEnd = { finishFlush: constants.Z_SYNC_FLUSH }
const fast = { ...blockEnd, level: constants.Z_BEST_SPEED, chunkSize: 32 * 1024 }
const small = { ...blockEnd, level: constants.Z_BEST_COMPRESSION }

/** A block whose place in a page is not known yet. */
type SharedBlock = Omit<Block, 'shared' | 'end'> & { shared: Buffer }

const checksumOf = (text: Buffer) => ({
  textBytes: text.length,
  crc: crc32(text),
  shift: crc32Shift(text.length),
})

/** Compressed texts that pages share: a build has some dozens of style sheets and some hundreds of scripts. */
const sharedBlocks = new LRUCache<string, SharedBlock>({ max: 1000 })

/** Compresses a text once, at the highest level and without a dictionary, so that every page can use the block. */
function sharedBlock(text: string): SharedBlock {
  const cached = sharedBlocks.get(text)
  if (cached) return cached
  const bytes = Buffer.from(text)
  const block = { ...checksumOf(bytes), shared: unpooled([deflateRawSync(bytes, small)]) }
  sharedBlocks.set(text, block)
  return block
}

/** Copies buffers into one, because neither the shared pool nor the compressor's larger output may stay referenced. */
function unpooled(buffers: readonly Buffer[]): Buffer {
  const all = Buffer.allocUnsafeSlow(buffers.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const each of buffers) at += each.copy(all, at)
  return all
}

/** Compresses a rendered page fast, because its first reply waits for it. */
export function packPage(html: readonly HtmlPart[], placeholders: Placeholders): PackedPage {
  const own: Buffer[] = []
  let end = 0
  const parts = html.flatMap((part): Part[] => (part.isShared ? [part] : splitText(part.text, placeholders)))
  const pieces = parts.map((part): Piece => {
    if (isGap(part)) return part
    if (part.isShared) return { ...sharedBlock(part.text), end }
    const text = Buffer.from(part.text)
    const block = deflateRawSync(text, fast)
    own.push(block)
    end += block.length
    return { ...checksumOf(text), shared: null, end }
  })
  return { blocks: unpooled(own), pieces }
}

/** The window of the text after a part. */
function windowAfter(before: Buffer, text: Buffer): Buffer {
  if (text.length >= windowBytes) return text.subarray(-windowBytes)
  return Buffer.concat([before.subarray(-(windowBytes - text.length)), text])
}

/**
 * Compresses a packed page at the highest level, off the main thread, because it was requested again. The text before a
 * part is its dictionary.
 */
export async function repackPage(page: PackedPage): Promise<PackedPage> {
  const text = plainPage(page, { nonce: placeholderNonce, nowSec: 0 })
  let at = 0
  let before: Buffer = Buffer.alloc(0)
  const compressed = page.pieces.map((piece): Promise<Buffer | null> => {
    const bytes = isGap(piece) ? piece.bytes : piece.textBytes
    const own = text.subarray(at, at + bytes)
    at += bytes
    const dictionary = before
    before = windowAfter(before, isGap(piece) ? Buffer.alloc(bytes, nonTextByte) : own)
    if (isGap(piece) || piece.shared !== null) return Promise.resolve(null)
    return deflateRawAsync(own, { ...small, ...(dictionary.length > 0 && { dictionary }) })
  })
  const blocks = await Promise.all(compressed)
  let end = 0
  const pieces = page.pieces.map((piece, index): Piece => {
    if (isGap(piece)) return piece
    end += blocks[index]?.length ?? 0
    return { ...piece, end }
  })
  return { blocks: unpooled(blocks.filter((block) => block !== null)), pieces }
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
  const otherBytes = pieces.reduce(
    (sum, piece) => sum + (isGap(piece) ? storedHeadBytes + piece.bytes : (piece.shared?.length ?? 0)),
    0,
  )
  const page = Buffer.allocUnsafe(header.length + blocks.length + otherBytes + lastBlock.length + trailerBytes)
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
      to += piece.shared?.copy(page, to) ?? blocks.copy(page, to, from, piece.end)
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
