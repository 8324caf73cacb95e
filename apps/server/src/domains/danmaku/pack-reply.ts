import type { Script } from '@yunmu/contract'
import type { DanmakuParts } from './danmaku-needs.ts'
import { segmentOf, spanOfPack, type Pool } from './danmaku-rules.ts'
import { joinPieces, maxPerPiece, perPieceLimit, ownPieceOf } from './pack-pieces.ts'

/** A pack and its reader. */
export interface PackRequest {
  pool: Pool
  pack: number
  userId: number | null
  script: Script
  nowMs: number
}

/** A pack as the deflated reply of `danmakuList`. A user's own danmaku are put into pieces made for that user. */
export async function packReply(
  { store, pieces: pieceStore, packs }: Pick<DanmakuParts, 'store' | 'pieces' | 'packs'>,
  request: PackRequest,
): Promise<Buffer> {
  const { pool, pack, userId, script, nowMs } = request
  const pieces = await packs.pieces(pool, pack, script, nowMs)
  const limit = perPieceLimit(pieces)
  const filled = pieces.filter(({ count }) => count > 0)
  const parts = new Map(filled.map(({ segment, few, many }) => [segment, limit === maxPerPiece ? many : few]))
  const own = userId === null ? [] : await store.ownIn(pool, spanOfPack(pack), userId)
  if (own.length > 0) {
    const marked = own.map((danmaku) => ({ ...danmaku, mine: true }))
    const bySegment = Map.groupBy(marked, ({ time }) => segmentOf(Math.round(time * 1000)))
    const shown = await pieceStore.shown(pool, [...bySegment.keys()])
    for (const [segment, ownInSegment] of bySegment)
      parts.set(segment, ownPieceOf(shown.get(segment) ?? [], ownInSegment, { limit, script }))
  }
  const inOrder = [...parts].toSorted(([one], [other]) => one - other).map(([, part]) => part)
  return joinPieces(
    inOrder,
    pieces.every(({ count }) => count <= limit),
  )
}
