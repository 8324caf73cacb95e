import type { PieceStore, StaleSegment } from './piece-store.ts'
import { pieceOf } from './pack-pieces.ts'

/** A segment that still changes is left to the requests for it. */
const defaultQuietMs = 20_000
const batchSize = 50

/**
 * Builds the pieces of stale segments before they are requested: after an import, and some time after danmaku were
 * sent. One at a time, so that calls are not delayed. Several processes may build the same pieces; the results are
 * equal.
 */
export async function buildStalePieces(
  store: PieceStore,
  { quietMs = defaultQuietMs, signal }: { quietMs?: number; signal?: AbortSignal } = {},
): Promise<void> {
  for (;;) {
    const stale = await store.listStale(quietMs, batchSize)
    for (const one of stale) {
      if (signal?.aborted) return
      await buildPieces(store, one)
    }
    if (stale.length < batchSize) return
  }
}

async function buildPieces(store: PieceStore, one: StaleSegment): Promise<void> {
  const shown = (await store.shown(one.pool, [one.segment])).get(one.segment) ?? []
  const isEmpty = shown.length === 0
  await store.savePieces(one, isEmpty ? null : { s: pieceOf(shown, 's', 'cached'), t: pieceOf(shown, 't', 'cached') })
}
