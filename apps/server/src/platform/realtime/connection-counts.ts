import * as z from 'zod/mini'
import { networkOf, subscriberOf, subscribersPerNetwork } from '../http/network.ts'
import { createDelayedReport } from '../process/delayed-report.ts'
import { defineNotice, type ChannelPeer, type WorkerChannel } from '../process/worker-channel.ts'

/** Open connections per address: enough for a household, an office, a school. */
export const maxPerAddress = 200
/** Open connections of one network: an IPv4 /24, an IPv6 /48. */
const maxPerNetwork = maxPerAddress * subscribersPerNetwork

const Counts = z.array(z.tuple([z.string(), z.int()]))
/** From a worker: its numbers of connections that have changed. */
const connectionsChanged = defineNotice('realtime.connections', Counts)
/** From the main process: the numbers of all workers together that have changed. */
const connectionsAddedUp = defineNotice('realtime.allConnections', Counts)

/** Open connections by subscriber and by network, over all web workers. */
export interface ConnectionCounts {
  /** Whether no more connections of this address are accepted. */
  isFull(address: string): boolean
  /** Counts a connection. Returns the function that ends it. */
  add(address: string): () => void
}

/** Of this machine itself nothing is counted, because a proxy on it names the visitor. */
function countedKeysOf(address: string): { key: string; max: number }[] {
  const subscriber = subscriberOf(address)
  if (subscriber === null) return []
  return [
    { key: `address ${subscriber}`, max: maxPerAddress },
    { key: `network ${networkOf(address)}`, max: maxPerNetwork },
  ]
}

export function createConnectionCounts(channel: WorkerChannel): ConnectionCounts {
  const counts = createCounter()
  /** Of all workers, as of the last report of the main process. */
  const station = createCounter()
  let changed = new Set<string>()

  const reportSoon = createDelayedReport(() => {
    const keys = changed
    changed = new Set()
    channel.notify(
      connectionsChanged,
      [...keys].map((key) => [key, counts.of(key)] as const),
    )
  })
  const change = (address: string, by: 1 | -1): void => {
    for (const { key } of countedKeysOf(address)) {
      counts.set(key, counts.of(key) + by)
      if (!channel.isWorker) continue
      changed.add(key)
      reportSoon()
    }
  }
  if (channel.isWorker) {
    channel.on(connectionsAddedUp, (totals) => {
      for (const [key, total] of totals) station.set(key, total)
    })
  }

  return {
    isFull: (address) =>
      countedKeysOf(address).some(({ key, max }) => Math.max(counts.of(key), station.of(key)) >= max),
    add(address) {
      change(address, 1)
      return () => change(address, -1)
    },
  }
}

/** In the main process: adds up the connections of all workers, without those of workers that have ended. */
export function addUpWorkerConnections(channel: WorkerChannel): void {
  const totals = createCounter()
  const byWorker = new Map<ChannelPeer, ReturnType<typeof createCounter>>()
  const announce = (keys: readonly string[]): void =>
    channel.notify(
      connectionsAddedUp,
      keys.map((key) => [key, totals.of(key)] as const),
    )
  channel.on(connectionsChanged, (changes, worker) => {
    const counts = byWorker.get(worker) ?? createCounter()
    byWorker.set(worker, counts)
    for (const [key, count] of changes) {
      totals.set(key, totals.of(key) + count - counts.of(key))
      counts.set(key, count)
    }
    announce(changes.map(([key]) => key))
  })
  channel.onEnd((worker) => {
    const counts = byWorker.get(worker)
    if (!counts) return
    byWorker.delete(worker)
    for (const key of counts.keys()) totals.set(key, totals.of(key) - counts.of(key))
    announce(counts.keys())
  })
}

/** Numbers by key; those that are 0 take no memory. */
function createCounter() {
  const counts = new Map<string, number>()
  return {
    of: (key: string): number => counts.get(key) ?? 0,
    keys: (): string[] => [...counts.keys()],
    set(key: string, count: number): void {
      if (count > 0) counts.set(key, count)
      else counts.delete(key)
    },
  }
}
