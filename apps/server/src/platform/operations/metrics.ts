import { AggregatorRegistry, Counter, Gauge, Histogram, Registry } from '@prometheus-io/client'
import { localChannel, type WorkerChannel } from '../process/worker-channel.ts'
import { createStationMetrics } from './worker-metrics.ts'

/** Where a reply came from: the fast path, the cache of sealed replies, or its handler. */
export type ReplySource = 'fast' | 'cache' | 'made'

/** The station's metrics. Labels are values of our own (call, job, state), never input of a visitor. */
export interface Metrics {
  call(name: string, status: number, seconds: number): void
  reply(source: ReplySource): void
  mediaBytes(bytes: number): void
  job(kind: string, outcome: 'done' | 'failed'): void
  /** Adds a gauge with one label. Its values are read for each scrape. */
  addGauge(gauge: { name: string; help: string; label: string; read: () => Promise<Record<string, number>> }): void
  /** Adds counters with one label: totals since the process started. */
  addCounter(total: { name: string; help: string; label: string; read: () => Record<string, number> }): void
  /** All metrics in Prometheus' text format: those of all processes of this station on this machine, added up. */
  text(): Promise<{ type: string; body: string }>
}

export function createMetrics(channel: WorkerChannel = localChannel()): Metrics {
  const registry = new Registry()
  const registers = [registry]
  const calls = new Histogram({
    name: 'yunmu_call_duration_seconds',
    help: 'Calls that reached their route, by call and HTTP status. Replies of the fast path are not among them.',
    labelNames: ['call', 'status'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
    registers,
  })
  new Gauge({ name: 'yunmu_processes', help: 'Processes of this station on this machine.', registers }).set(1)
  const jobs = new Counter({ name: 'yunmu_jobs_total', help: 'Job runs.', labelNames: ['kind', 'outcome'], registers })
  // Plain numbers, because the fast path answers in microseconds; converted to metrics for each scrape.
  const sources: Record<ReplySource, number> = { fast: 0, cache: 0, made: 0 }
  let mediaBytes = 0
  registerCounter(registers, 'yunmu_replies_total', 'GET replies by where they came from.', 'source', () => sources)
  registerCounter(registers, 'yunmu_media_bytes_total', 'Bytes of media sent.', 'kind', () => ({ media: mediaBytes }))
  registerCounter(registers, 'process_cpu_seconds_total', 'CPU time of this process.', 'mode', () => {
    const { user, system } = process.cpuUsage()
    return { user: user / 1e6, system: system / 1e6 }
  })
  const addGauge: Metrics['addGauge'] = ({ name, help, label, read }) => {
    new Gauge({
      name,
      help,
      labelNames: [label],
      registers,
      async collect() {
        this.reset()
        // A gauge that cannot be read is left out, because metrics are needed most when something fails.
        const values = await read().catch(() => ({}))
        for (const [key, value] of Object.entries(values)) this.set({ [label]: key }, value)
      },
    })
  }
  addGauge({
    name: 'process_memory_bytes',
    help: 'Memory of this process.',
    label: 'kind',
    read: async () => {
      const { rss, heapUsed, external } = process.memoryUsage()
      return { rss, heapUsed, external }
    },
  })
  const readAll = createStationMetrics(channel, () => registry.getMetricsAsJSON())
  return {
    call: (call, status, seconds) => calls.observe({ call, status: String(status) }, seconds),
    reply(source) {
      sources[source]++
    },
    mediaBytes(bytes) {
      mediaBytes += bytes
    },
    job: (kind, outcome) => jobs.inc({ kind, outcome }),
    addGauge,
    addCounter: ({ name, help, label, read }) => registerCounter(registers, name, help, label, read),
    text: async () => {
      const all = AggregatorRegistry.aggregate(await readAll())
      return { type: registry.contentType, body: await all.metrics() }
    },
  }
}

function registerCounter(
  registers: Registry[],
  name: string,
  help: string,
  label: string,
  read: () => Record<string, number>,
): void {
  new Counter({
    name,
    help,
    labelNames: [label],
    registers,
    collect() {
      this.reset()
      for (const [key, value] of Object.entries(read())) this.inc({ [label]: key }, value)
    },
  })
}
