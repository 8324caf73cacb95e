import cluster from 'node:cluster'
import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import * as z from 'zod/mini'

/**
 * Metrics of a station that runs in several processes. A scrape reaches any one of the web workers; it asks the main process,
 * which collects from all of them and adds the values up.
 */

/** Metrics of one process, as the metrics library exchanges them. */
type MetricsJson = object

const Message = z.discriminatedUnion('kind', [
  /** From a worker: the metrics of the whole station are wanted. */
  z.object({ kind: z.literal('metrics.wanted'), id: z.string() }),
  z.object({ kind: z.literal('metrics.all'), id: z.string(), all: z.array(z.array(z.unknown())) }),
  /** To a worker: its own metrics are wanted. */
  z.object({ kind: z.literal('metrics.collect'), id: z.string() }),
  z.object({ kind: z.literal('metrics.own'), id: z.string(), own: z.array(z.unknown()) }),
])

/** A worker that is too busy to answer is left out. */
const collectLimitMs = 1000

/** In the main process: answers workers that are scraped, with its own metrics and those of all workers. */
export function serveWorkerMetrics(readOwn: () => Promise<MetricsJson[]>): void {
  const pending = new Map<string, (own: unknown[]) => void>()
  const collect = async (id: string): Promise<unknown[][]> => {
    const workers = Object.values(cluster.workers ?? {}).filter((worker) => worker?.isConnected())
    const answers = workers.map((worker) => {
      const part = `${id} ${worker?.id}`
      const { promise, resolve } = Promise.withResolvers<unknown[]>()
      pending.set(part, resolve)
      worker?.send({ kind: 'metrics.collect', id: part })
      const late = delay(collectLimitMs, [], { ref: false })
      return Promise.race([promise, late]).finally(() => pending.delete(part))
    })
    return Promise.all([readOwn(), ...answers])
  }
  cluster.on('message', (worker, message: unknown) => {
    const read = Message.safeParse(message)
    if (!read.success) return
    if (read.data.kind === 'metrics.own') pending.get(read.data.id)?.(read.data.own)
    if (read.data.kind !== 'metrics.wanted') return
    const { id } = read.data
    const answer = async (): Promise<void> => {
      const all = await collect(id)
      if (worker.isConnected()) worker.send({ kind: 'metrics.all', id, all })
    }
    answer().catch(() => undefined)
  })
}

/**
 * In a worker: answers the main process with this worker's metrics. Returns what asks for those of all processes, one list for
 * each; where the main process does not answer, those of this worker.
 */
export function createWorkerMetrics(readOwn: () => Promise<MetricsJson[]>): () => Promise<MetricsJson[][]> {
  const pending = new Map<string, (all: MetricsJson[][]) => void>()
  process.on('message', (message: unknown) => {
    const read = Message.safeParse(message)
    if (!read.success) return
    const { data } = read
    if (data.kind === 'metrics.all') pending.get(data.id)?.(data.all.map((one) => one.filter(isObject)))
    if (data.kind !== 'metrics.collect') return
    readOwn().then(
      (own) => process.connected && process.send?.({ kind: 'metrics.own', id: data.id, own }),
      () => undefined,
    )
  })
  return async () => {
    const id = randomUUID()
    const { promise, resolve } = Promise.withResolvers<MetricsJson[][]>()
    pending.set(id, resolve)
    process.send?.({ kind: 'metrics.wanted', id })
    const late = delay(2 * collectLimitMs, null, { ref: false })
    const all = await Promise.race([promise, late]).finally(() => pending.delete(id))
    return all ?? [await readOwn()]
  }
}

const isObject = (value: unknown): value is MetricsJson => value instanceof Object
