import { setTimeout as delay } from 'node:timers/promises'
import * as z from 'zod/mini'
import { defineRequest, type WorkerChannel } from '../process/worker-channel.ts'

/** Metrics of one process, as the metrics library exchanges them. */
type MetricsJson = object

const isObject = (value: unknown): value is MetricsJson => value instanceof Object
const OneProcess = z.array(z.custom<MetricsJson>(isObject))
const readProcess = defineRequest('metrics.process', z.object({}), OneProcess)
const readStation = defineRequest('metrics.station', z.object({}), z.array(OneProcess))

/** A worker that is too busy to answer is left out. */
const collectLimitMs = 1000

/**
 * Returns what reads the metrics of all processes of this station on this machine, one list for each. A scrape reaches any
 * one of the web workers. Where the main process does not answer, it reads those of this process.
 */
export function createStationMetrics(
  channel: WorkerChannel,
  readOwn: () => Promise<MetricsJson[]>,
): () => Promise<MetricsJson[][]> {
  const readWorkers = channel.runInWorkers(readProcess, readOwn, collectLimitMs)
  const readAll = channel.runInMain(readStation, async () => [await readOwn(), ...(await readWorkers({}))])
  return async () => {
    const all = await Promise.race([readAll({}), delay(2 * collectLimitMs, null, { ref: false })])
    return all ?? [await readOwn()]
  }
}
