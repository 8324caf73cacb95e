import type { Script } from '@yunmu/contract'
import type { DanmakuParts } from './danmaku-needs.ts'
import { segmentOf, spanOfPack, type Pool } from './danmaku-rules.ts'
import { joinPieces, mostInPiece, mostOfEach, ownPieceOf } from './pack-pieces.ts'

/** Which pack, for whom. */
export interface AskedPack {
  pool: Pool
  pack: number
  userId: number | null
  script: Script
  nowMs: number
}

/** A pack as the reply of `danmakuList`, deflated. Who has something of their own in it has the pieces of those moments to themselves. */
export async function packReply(
  { store, pieces: pieceStore, packs }: Pick<DanmakuParts, 'store' | 'pieces' | 'packs'>,
  asked: AskedPack,
): Promise<Buffer> {
  const { pool, pack, userId, script, nowMs } = asked
  const pieces = await packs.pieces(pool, pack, script, nowMs)
  const most = mostOfEach(pieces)
  const filled = pieces.filter(({ count }) => count > 0)
  const parts = new Map(filled.map(({ segment, few, many }) => [segment, most === mostInPiece ? many : few]))
  const own = userId === null ? [] : await store.ownIn(pool, spanOfPack(pack), userId)
  if (own.length > 0) {
    const mine = own.map((danmaku) => ({ ...danmaku, mine: true }))
    const bySegment = Map.groupBy(mine, ({ time }) => segmentOf(Math.round(time * 1000)))
    const shown = await pieceStore.shown(pool, [...bySegment.keys()])
    for (const [segment, those] of bySegment)
      parts.set(segment, ownPieceOf(shown.get(segment) ?? [], those, { most, script }))
  }
  const inOrder = [...parts].toSorted(([one], [other]) => one - other).map(([, part]) => part)
  return joinPieces(
    inOrder,
    pieces.every(({ count }) => count <= most),
  )
}
