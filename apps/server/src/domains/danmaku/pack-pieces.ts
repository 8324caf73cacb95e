import { danmakuBounds, type Danmaku, type Script } from '@yunmu/contract'
import { convertDeep } from '@yunmu/zh'
import { constants, deflateRawSync } from 'node:zlib'
import { segmentsInPack } from './danmaku-rules.ts'

/** Of one segment a pack has no more than this: forty a second, which is more than a screen has room for. */
export const maxPerPiece = 600
/** Of one segment where that would be more in a pack than it may have. */
const reducedPerPiece = danmakuBounds.mostInPack / segmentsInPack

/**
 * What a pack has of one segment: the entries of its list, deflated by themselves (RFC 1951, ended on a byte), so that the
 * pieces of a pack are put together as they are.
 */
export interface Piece {
  /** How many there are; one more than the most for any number beyond. */
  count: number
  /** The weightiest few, and as many as a pack ever has of a segment: one and the same where there are few. */
  few: Buffer
  many: Buffer
}

/** The same in room of their own: zlib and the database's driver hand out parts of larger buffers, which stay whole as long as a part is kept. */
export function unpooledCopy(bytes: Buffer): Buffer {
  const own = Buffer.allocUnsafeSlow(bytes.length)
  own.set(bytes)
  return own
}

/** A list of danmaku without its brackets. A piece that is kept for long may take its time. */
function deflated(list: readonly Danmaku[], script: Script, effort: 'kept' | 'live'): Buffer {
  const text = JSON.stringify(convertDeep(list, script)).slice(1, -1)
  const level = effort === 'kept' ? constants.Z_BEST_COMPRESSION : constants.Z_BEST_SPEED
  return unpooledCopy(deflateRawSync(text, { level, finishFlush: constants.Z_SYNC_FLUSH }))
}

/** The order of a pack: of moments, and of what was sent where those are the same. */
export const byMoment = (one: Danmaku, other: Danmaku): number =>
  one.time - other.time || Number(one.id) - Number(other.id)

/** @param byWeight all that the segment shows, the weightiest first; what is beyond one more than the most is not needed */
export function pieceOf(byWeight: readonly Danmaku[], script: Script, effort: 'kept' | 'live'): Piece {
  const part = (limit: number): Buffer => deflated(byWeight.slice(0, limit).toSorted(byMoment), script, effort)
  const many = part(maxPerPiece)
  return {
    count: Math.min(byWeight.length, maxPerPiece + 1),
    few: byWeight.length > reducedPerPiece ? part(reducedPerPiece) : many,
    many,
  }
}

/** How many of each segment a pack has, by how many there are. */
export function perPieceLimit(pieces: readonly Pick<Piece, 'count'>[]): number {
  const all = pieces.reduce((sum, { count }) => sum + Math.min(count, maxPerPiece), 0)
  return all > danmakuBounds.mostInPack ? reducedPerPiece : maxPerPiece
}

/** The piece of who has something of their own in a segment: that is there whatever it weighs. */
export function ownPieceOf(
  byWeight: readonly Danmaku[],
  own: readonly Danmaku[],
  { limit, script }: { limit: number; script: Script },
): Buffer {
  const ids = new Set(own.map(({ id }) => id))
  const others = byWeight.slice(0, limit).filter(({ id }) => !ids.has(id))
  return deflated([...others, ...own].toSorted(byMoment), script, 'live')
}

/** Bytes as they are within deflated ones, which end on a byte before them. */
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

/** The reply of `danmakuList`, deflated, from the pieces of a pack in their order. @param isWhole whether nothing was left out */
export function joinPieces(pieces: readonly Buffer[], isWhole: boolean): Buffer {
  const parts = pieces.flatMap((piece, at) => (at === 0 ? [piece] : [comma, piece]))
  return Buffer.concat([listStart, ...parts, isWhole ? listEnd.whole : listEnd.cut])
}
