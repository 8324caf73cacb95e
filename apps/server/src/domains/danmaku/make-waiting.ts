import type { PieceStore, WaitingSegment } from './piece-store.ts'
import { pieceOf } from './pack-pieces.ts'

/** A segment that somebody speaks in is left to those who ask for it. */
const restsMs = 20_000
const atOnce = 50

/**
 * Makes the pieces of segments that wait for it, before anybody asks: after an import, and of what was said a while ago.
 * One after the other, so that calls have their turn. Several processes may do the same, and it is the same that they make.
 */
export async function makeWaiting(
  store: PieceStore,
  { restMs = restsMs, signal }: { restMs?: number; signal?: AbortSignal } = {},
): Promise<void> {
  for (;;) {
    const waiting = await store.waiting(restMs, atOnce)
    for (const one of waiting) {
      if (signal?.aborted) return
      await makeOne(store, one)
    }
    if (waiting.length < atOnce) return
  }
}

async function makeOne(store: PieceStore, one: WaitingSegment): Promise<void> {
  const shown = (await store.shown(one.pool, [one.segment])).get(one.segment) ?? []
  const isEmpty = shown.length === 0
  await store.keepMade(one, isEmpty ? null : { s: pieceOf(shown, 's', 'kept'), t: pieceOf(shown, 't', 'kept') })
}
