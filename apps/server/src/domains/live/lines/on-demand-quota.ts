import { LRUCache } from 'lru-cache'

/** How long a request for a line counts. */
const requestTtlMs = 60_000
/** Enough for a household with many screens, or a viewer who switches channels every five seconds. */
const maxLines = 12
/** Bounds the memory against requests from many addresses. */
const maxClients = 10_000

/**
 * Limits the number of on-demand lines that one client keeps recording. Returns false if the client has reached the limit.
 * A null key is not counted. Times are monotonic.
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
