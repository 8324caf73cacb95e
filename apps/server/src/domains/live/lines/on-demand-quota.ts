import { LRUCache } from 'lru-cache'
import * as z from 'zod/mini'
import { defineRequest, type WorkerChannel } from '../../../platform/process/worker-channel.ts'

/** How long a request for a line counts. */
const requestTtlMs = 60_000
/** Enough for a household with many screens, or a viewer who switches channels every five seconds. */
const maxLines = 12
/** Bounds the memory against requests from many addresses. */
const maxClients = 10_000

/**
 * Limits the number of on-demand lines that one client keeps recording. Returns false if the client has reached the limit.
 * Times are monotonic.
 */
export function createOnDemandQuota(): (clientKey: string, streamId: number, nowMs: number) => boolean {
  const linesByClient = new LRUCache<string, Map<number, number>>({ max: maxClients })
  return (clientKey, streamId, nowMs) => {
    const lines = linesByClient.get(clientKey) ?? new Map<number, number>()
    for (const [id, untilMs] of lines) if (untilMs <= nowMs) lines.delete(id)
    if (!lines.has(streamId) && lines.size >= maxLines) return false
    linesByClient.set(clientKey, lines.set(streamId, nowMs + requestTtlMs))
    return true
  }
}

const quotaRequest = defineRequest(
  'live.onDemandQuota',
  z.object({ clientKey: z.string(), streamId: z.int() }),
  z.boolean(),
)

/** The same quota over all web workers, counted in the main process. A null key is not counted. */
export function createStationQuota(
  channel: WorkerChannel,
): (clientKey: string | null, streamId: number) => Promise<boolean> {
  const isWithinQuota = createOnDemandQuota()
  const isWithinInMain = channel.runInMain(quotaRequest, async ({ clientKey, streamId }) =>
    isWithinQuota(clientKey, streamId, performance.now()),
  )
  return async (clientKey, streamId) => clientKey === null || isWithinInMain({ clientKey, streamId })
}
