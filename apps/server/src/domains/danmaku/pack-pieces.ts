import { danmakuBounds, type Danmaku, type Script } from '@yunmu/contract'
import { convertDeep } from '@yunmu/zh'
import { constants, deflateRawSync } from 'node:zlib'
import { segmentsInPack } from './danmaku-rules.ts'

/** Maximum number of danmaku per segment in a pack: forty a second, more than fit on a screen. */
export const maxPerPiece = 600
/** Limit per segment if the pack would exceed its total limit. */
const reducedPerPiece = danmakuBounds.maxPerPack / segmentsInPack

/**
 * The content of one segment for a pack: its list entries as a raw deflate stream (RFC 1951) that ends on a byte
 * boundary, so that the pieces of a pack can be concatenated.
 */
export interface Piece {
  /** Number of danmaku; `maxPerPiece` + 1 if there are more. */
  count: number
  /** The entries of highest weight up to the reduced and the full limit; the same buffer if there are few. */
  few: Buffer
  many: Buffer
}

/**
 * Copies bytes to a buffer of their own: zlib and the database driver return views of larger buffers, which would stay
 * in memory as long as the view.
 */
export function unpooledCopy(bytes: Buffer): Buffer {
  const own = Buffer.allocUnsafeSlow(bytes.length)
  own.set(bytes)
  return own
}

/** A list of danmaku without its brackets. Stored pieces are worth the slowest compression. */
function deflated(list: readonly Danmaku[], script: Script, effort: 'cached' | 'live'): Buffer {
  const text = JSON.stringify(convertDeep(list, script)).slice(1, -1)
  const level = effort === 'cached' ? constants.Z_BEST_COMPRESSION : constants.Z_BEST_SPEED
  return unpooledCopy(deflateRawSync(text, { level, finishFlush: constants.Z_SYNC_FLUSH }))
}

/** The order in a pack: by moment, then by id. */
export const byMoment = (one: Danmaku, other: Danmaku): number =>
  one.time - other.time || Number(one.id) - Number(other.id)

/** @param byWeight the segment's shown danmaku, heaviest first; at most `maxPerPiece` + 1 are used */
export function pieceOf(byWeight: readonly Danmaku[], script: Script, effort: 'cached' | 'live'): Piece {
  const part = (limit: number): Buffer => deflated(byWeight.slice(0, limit).toSorted(byMoment), script, effort)
  const many = part(maxPerPiece)
  return {
    count: Math.min(byWeight.length, maxPerPiece + 1),
    few: byWeight.length > reducedPerPiece ? part(reducedPerPiece) : many,
    many,
  }
}

/** The limit per segment for a pack with these pieces. */
export function perPieceLimit(pieces: readonly Pick<Piece, 'count'>[]): number {
  const all = pieces.reduce((sum, { count }) => sum + Math.min(count, maxPerPiece), 0)
  return all > danmakuBounds.maxPerPack ? reducedPerPiece : maxPerPiece
}

/** The piece for a user with own danmaku in the segment, which are included whatever their weight. */
export function ownPieceOf(
  byWeight: readonly Danmaku[],
  own: readonly Danmaku[],
  { limit, script }: { limit: number; script: Script },
): Buffer {
  const ids = new Set(own.map(({ id }) => id))
  const others = byWeight.slice(0, limit).filter(({ id }) => !ids.has(id))
  return deflated([...others, ...own].toSorted(byMoment), script, 'live')
}

/** A stored (uncompressed) deflate block, which may follow a stream that ends on a byte boundary. */
function stored(text: string, isLast = false): Buffer {
  const bytes = Buffer.from(text)
  const head = Buffer.alloc(5)
  head[0] = isLast ? 1 : 0
  head.writeUInt16LE(bytes.length, 1)
  head.writeUInt16LE(0xffff - bytes.length, 3)
  return Buffer.concat([head, bytes])
}

const listStart = stored('{"list":[')
const comma = stored(',')
const listEnd = { whole: stored('],"whole":true}', true), cut: stored('],"whole":false}', true) }

/**
 * Concatenates the pieces of a pack to the deflated reply of `danmakuList`.
 * @param isWhole whether nothing was left out
 */
export function joinPieces(pieces: readonly Buffer[], isWhole: boolean): Buffer {
  const parts = pieces.flatMap((piece, at) => (at === 0 ? [piece] : [comma, piece]))
  return Buffer.concat([listStart, ...parts, isWhole ? listEnd.whole : listEnd.cut])
}
