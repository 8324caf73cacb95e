import type { PieceStore, StaleSegment } from './piece-store.ts'
import { pieceOf } from './pack-pieces.ts'

/** A segment that somebody speaks in is left to those who ask for it. */
const defaultQuietMs = 20_000
const batchSize = 50

/**
 * Makes the pieces of segments that wait for it, before anybody asks: after an import, and of what was said a while ago.
 * One after the other, so that calls have their turn. Several processes may do the same, and it is the same that they make.
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
  await store.savePieces(one, isEmpty ? null : { s: pieceOf(shown, 's', 'kept'), t: pieceOf(shown, 't', 'kept') })
}
