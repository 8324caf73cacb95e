import { LRUCache } from 'lru-cache'
import * as z from 'zod/mini'
import { defineRequest, type WorkerChannel } from '../../../platform/process/worker-channel.ts'

/** Minimum interval between two reports of a player for the same line. */
const minIntervalMs = 5000
/** Bounds the memory against reports from many addresses. */
const maxReporters = 20_000

const reportRequest = defineRequest(
  'live.reportInterval',
  z.object({ reporter: z.string(), streamId: z.int(), nowMs: z.number() }),
  z.boolean(),
)

/** False for a report that follows the last one of this reporter and line too soon, at whichever web worker that was. */
export type MayReport = (report: { reporter: string; streamId: number; nowMs: number }) => Promise<boolean>

export function createReportInterval(channel: WorkerChannel): MayReport {
  const last = new LRUCache<string, number>({ max: maxReporters })
  return channel.runInMain(reportRequest, async ({ reporter, streamId, nowMs }) => {
    const key = `${reporter} ${streamId}`
    if (nowMs - (last.get(key) ?? -Infinity) < minIntervalMs) return false
    last.set(key, nowMs)
    return true
  })
}
