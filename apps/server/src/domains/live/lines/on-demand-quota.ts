import { LRUCache } from 'lru-cache'

/** How long a recording goes on after somebody asked for it. */
const requestTtlMs = 60_000
/** A household with many screens, or one viewer who turns to another channel every five seconds. */
const maxLines = 12
/** Nobody fills the memory by coming from everywhere. */
const maxClients = 10_000

/**
 * Lines that are recorded because somebody watches, by who it is: nobody keeps all of them going. False where `who` has as
 * many as he may; null is not counted. Times are those of a clock that nobody sets.
 */
export function createOnDemandQuota(): (clientKey: string | null, streamId: number, nowMs: number) => boolean {
  const linesByClient = new LRUCache<string, Map<number, number>>({ max: maxClients })
  return (clientKey, streamId, nowMs) => {
    if (clientKey === null) return true
    const lines = linesByClient.get(clientKey) ?? new Map<number, number>()
    for (const [id, untilMs] of lines) if (untilMs <= nowMs) lines.delete(id)
    if (!lines.has(streamId) && lines.size >= maxLines) return false
    linesByClient.set(clientKey, lines.set(streamId, nowMs + requestTtlMs))
    return true
  }
}
