import { LRUCache } from 'lru-cache'

/** How long a recording goes on after somebody asked for it. */
const wantedMs = 60_000
/** A household with many screens, or one viewer who turns to another channel every five seconds. */
const mostLines = 12
/** Nobody fills the memory by coming from everywhere. */
const mostAskers = 10_000

/**
 * Lines that are recorded because somebody watches, by who it is: nobody keeps all of them going. False where `who` has as
 * many as he may; null is not counted. Times are those of a clock that nobody sets.
 */
export function createLineWishes(): (who: string | null, streamId: number, nowMs: number) => boolean {
  const wishes = new LRUCache<string, Map<number, number>>({ max: mostAskers })
  return (who, streamId, nowMs) => {
    if (who === null) return true
    const lines = wishes.get(who) ?? new Map<number, number>()
    for (const [id, untilMs] of lines) if (untilMs <= nowMs) lines.delete(id)
    if (!lines.has(streamId) && lines.size >= mostLines) return false
    wishes.set(who, lines.set(streamId, nowMs + wantedMs))
    return true
  }
}
