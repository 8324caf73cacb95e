import { randomBytes } from 'node:crypto'
import { promisify } from 'node:util'
import { constants, crc32, deflateRaw, deflateRawSync, gunzipSync, type ZlibOptions } from 'node:zlib'
import { crc32Joined, crc32Shift } from './crc32-combine.ts'

/**
 * A page, compressed once however often it is sent. What differs from reply to reply (the script nonce, the clock) are
 * gaps: each value travels as it is, in a stored block (RFC 1951, 3.2.4) between compressed ones, which refer to what was
 * before them, over the gaps, but never to a gap's value.
 */
export interface PackedPage {
  /** All compressed blocks, one after the other, in memory of their own. */
  readonly blocks: Buffer
  readonly pieces: readonly Piece[]
}

type Piece = Gap | Block

interface Gap {
  readonly name: GapName
  readonly bytes: number
}

/** A compressed part of the text: where it ends in `blocks`, and what its text adds to the checksum of the whole. */
interface Block {
  readonly end: number
  /** Length of its text, bytes. */
  readonly textBytes: number
  readonly crc: number
  readonly shift: number
}

type GapName = 'nonce' | 'now'

/**
 * Placeholders in a rendered page for what differs from reply to reply. Each is as long as what takes its place, and not
 * guessable: no text of a page can contain one by design.
 */
export interface Placeholders {
  nonce: string
  now: number
}

/** A script nonce (CSP level 3) for one reply. */
export const makeNonce = (): string => randomBytes(16).toString('base64url')

/** Placeholders of one process. */
export const makePlaceholders = (): Placeholders => ({
  nonce: makeNonce(),
  now: 5_000_000_000 + randomBytes(4).readUInt32BE(),
})

/** How far back a compressed text may refer (RFC 1951), bytes. */
const windowBytes = 32 * 1024
/** A byte that UTF-8 never uses: nothing that is compressed can be found to repeat it. */
const notText = 0xff
/** Header (RFC 1952): deflate, no name, no time, no system. */
const header = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff])
/** The last block: stored, empty. */
const lastBlock = Buffer.from([1, 0, 0, 0xff, 0xff])
const storedHeadBytes = 5
const trailerBytes = 8
/** Of the objects that describe a page's pieces. */
const bytesOfPiece = 80

const placeholderNonce = '?'.repeat(22)

const deflateRawAsync = promisify<Buffer, ZlibOptions, Buffer>(deflateRaw)

/** How much memory a packed page takes. */
export const bytesOfPage = ({ blocks, pieces }: PackedPage): number => blocks.length + bytesOfPiece * pieces.length

const isGap = (piece: Piece): piece is Gap => 'name' in piece

/** Cuts a rendered page at its placeholders. */
function cut(html: string, { nonce, now }: Placeholders): (Gap | Buffer)[] {
  const parts: (Gap | Buffer)[] = []
  const nowText = String(now)
  for (const text of html.split(new RegExp(`(${nonce}|${nowText})`))) {
    if (text === nonce) parts.push({ name: 'nonce', bytes: nonce.length })
    else if (text === nowText) parts.push({ name: 'now', bytes: nowText.length })
    else if (text !== '') parts.push(Buffer.from(text))
  }
  return parts
}

interface Part {
  part: Gap | Buffer
  options: ZlibOptions
}

/** The parts of a page, each with the text before it as the dictionary of its compression. */
function withDictionaries(parts: readonly (Gap | Buffer)[], level: number): Part[] {
  let before: Buffer = Buffer.alloc(0)
  return parts.map((part) => {
    const dictionary = before
    const text = Buffer.isBuffer(part) ? part : Buffer.alloc(part.bytes, notText)
    before =
      text.length >= windowBytes ? text.subarray(-windowBytes) : Buffer.concat([before, text]).subarray(-windowBytes)
    const options = { level, finishFlush: constants.Z_SYNC_FLUSH, ...(dictionary.length > 0 && { dictionary }) }
    return { part, options }
  })
}

function assemble(parts: readonly (Gap | Buffer)[], compressed: readonly (Buffer | null)[]): PackedPage {
  const length = compressed.reduce((sum, block) => sum + (block?.length ?? 0), 0)
  // Neither the shared pool nor the output buffers of the compressor, which are larger, stay alive with the page.
  const blocks = Buffer.allocUnsafeSlow(length)
  let end = 0
  const pieces = parts.map((part, at): Piece => {
    if (!Buffer.isBuffer(part)) return part
    end += compressed[at]?.copy(blocks, end) ?? 0
    return { end, textBytes: part.length, crc: crc32(part), shift: crc32Shift(part.length) }
  })
  return { blocks, pieces }
}

/** Compresses a rendered page, quickly: it is about to be sent for the first time. */
export function packPage(html: string, placeholders: Placeholders): PackedPage {
  const parts = cut(html, placeholders)
  const compressed = withDictionaries(parts, constants.Z_BEST_SPEED).map(({ part, options }) =>
    Buffer.isBuffer(part) ? deflateRawSync(part, options) : null,
  )
  return assemble(parts, compressed)
}

/** Compresses a packed page as small as it gets, outside of the main thread: it is asked for again. */
export async function repackPage(page: PackedPage): Promise<PackedPage> {
  const text = plainPage(page, { nonce: placeholderNonce, nowSec: 0 })
  let at = 0
  const parts = page.pieces.map((piece): Gap | Buffer => {
    const bytes = isGap(piece) ? piece.bytes : piece.textBytes
    at += bytes
    return isGap(piece) ? piece : text.subarray(at - bytes, at)
  })
  const compressed = await Promise.all(
    withDictionaries(parts, constants.Z_BEST_COMPRESSION).map(async ({ part, options }) =>
      Buffer.isBuffer(part) ? deflateRawAsync(part, options) : null,
    ),
  )
  return assemble(parts, compressed)
}

/** What takes the place of the placeholders in one reply. */
export interface PageValues {
  nonce: string
  nowSec: number
}

/** The page for one reply, compressed with gzip (RFC 1952). Throws where a value is not as long as its placeholder. */
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
      // A stored block begins on a byte, because what is before it was flushed.
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

/** The page for one reply, not compressed: for the few programs that do not read gzip. */
export const plainPage = (page: PackedPage, values: PageValues): Buffer => gunzipSync(gzipPage(page, values))
