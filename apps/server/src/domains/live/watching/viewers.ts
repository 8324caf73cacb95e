import { watchIntervalSec } from '@yunmu/contract'
import * as z from 'zod/mini'
import { defineNotice, defineRequest, type WorkerChannel } from '../../../platform/process/worker-channel.ts'
import type { WatchStore } from './watch-store.ts'

/**
 * Current viewers of channels, by the heartbeats of players, and their watch times. They are counted in the main process,
 * whichever web worker a heartbeat reaches.
 */
export interface Viewers {
  /**
   * A player is playing a channel, or stops. A visitor counts for one channel, that of the last heartbeat. A network whose
   * people are not signed in is another visitor for each channel, because several of them may watch at once: whoever
   * switches there counts for the old channel until its heartbeats are missed. Returns the number of viewers of the
   * channel.
   */
  heartbeat(beat: { visitor: string; channelId: number; end: boolean; nowMs: number }): Promise<number>
  /** In a worker: as of the last report of the main process. */
  online(channelId: number, nowMs: number): number
  /** In the main process: reports the numbers of viewers to the workers. */
  report(nowMs: number): void
  /** Saves the collected watch times. After a failure they are saved with the next call. */
  flush(nowMs: number): Promise<void>
}

interface Watching {
  channelId: number
  seenMs: number
}

/** A visitor is removed after two missed heartbeats. */
const timeoutMs = 2.5 * watchIntervalSec * 1000
const maxCountedMs = (watchIntervalSec * 1000 * 3) / 2
/** Bounds the memory against invented visitors. */
const maxVisitors = 200_000

const heartbeatKind = defineRequest(
  'live.heartbeat',
  z.object({ visitor: z.string(), channelId: z.int(), end: z.boolean(), nowMs: z.number() }),
  z.int(),
)
const viewersCounted = defineNotice('live.viewers', z.array(z.tuple([z.int(), z.int()])))

const areEqual = (some: ReadonlyMap<number, number>, others: ReadonlyMap<number, number>): boolean =>
  some.size === others.size && [...some].every(([channelId, viewers]) => others.get(channelId) === viewers)

/** @param onReceived called in a worker when it received other numbers than it had; a new worker has none */
export function createViewers(
  store: Pick<WatchStore, 'add'>,
  channel: WorkerChannel,
  onReceived: () => void = () => {},
): Viewers {
  const watching = new Map<string, Watching>()
  let counts = new Map<number, number>()
  let unsaved = new Map<number, number>()

  const count = (channelId: number, by: 1 | -1): void => {
    const left = (counts.get(channelId) ?? 0) + by
    if (left > 0) counts.set(channelId, left)
    else counts.delete(channelId)
  }
  const removeVisitor = (visitor: string, { channelId }: Watching): void => {
    watching.delete(visitor)
    count(channelId, -1)
  }
  const prune = (nowMs: number): void => {
    // The map is ordered by the last heartbeat.
    for (const [visitor, entry] of watching) {
      if (nowMs - entry.seenMs < timeoutMs && watching.size <= maxVisitors) break
      removeVisitor(visitor, entry)
    }
  }

  const add = (visitor: string, channelId: number, nowMs: number): void => {
    const previous = watching.get(visitor)
    if (previous) {
      const elapsedMs = nowMs - previous.seenMs
      if (previous.channelId === channelId && elapsedMs < timeoutMs) {
        unsaved.set(channelId, (unsaved.get(channelId) ?? 0) + Math.min(elapsedMs, maxCountedMs))
      }
      removeVisitor(visitor, previous)
    }
    watching.set(visitor, { channelId, seenMs: nowMs })
    count(channelId, 1)
  }
  const online = (channelId: number, nowMs: number): number => {
    prune(nowMs)
    return counts.get(channelId) ?? 0
  }
  if (channel.isWorker) {
    channel.on(viewersCounted, (reported) => {
      const previous = counts
      counts = new Map(reported)
      if (!areEqual(previous, counts)) onReceived()
    })
  }

  return {
    heartbeat: channel.runInMain(heartbeatKind, async ({ visitor, channelId, end, nowMs }) => {
      const previous = watching.get(visitor)
      if (!end) add(visitor, channelId, nowMs)
      else if (previous?.channelId === channelId) removeVisitor(visitor, previous)
      return online(channelId, nowMs)
    }),
    online,
    report(nowMs) {
      prune(nowMs)
      channel.notify(viewersCounted, [...counts])
    },
    async flush(nowMs) {
      const batch = unsaved
      const whole = new Map([...batch].flatMap(([id, ms]) => (ms >= 1000 ? [[id, Math.floor(ms / 1000)]] : [])))
      if (whole.size === 0) return
      unsaved = new Map()
      try {
        await store.add(whole, nowMs)
      } catch (err) {
        for (const [id, ms] of unsaved) batch.set(id, (batch.get(id) ?? 0) + ms)
        unsaved = batch
        throw err
      }
    },
  }
}
