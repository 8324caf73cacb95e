import { watchIntervalSec } from '@yunmu/contract'
import type { WatchStore } from './watch-store.ts'

/** Current viewers of channels in this process, by the heartbeats of players, and their watch times. */
export interface Viewers {
  /** A player is playing a channel. A visitor who switches channels counts for the new one only. */
  heartbeat(visitor: string, channelId: number, nowMs: number): void
  leave(visitor: string, channelId: number): void
  online(channelId: number, nowMs: number): number
  /** Removes visitors without a recent heartbeat. */
  prune(nowMs: number): void
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

export function createViewers(store: Pick<WatchStore, 'add'>): Viewers {
  const watching = new Map<string, Watching>()
  const counts = new Map<number, number>()
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

  return {
    prune,
    heartbeat(visitor, channelId, nowMs) {
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
      prune(nowMs)
    },
    leave(visitor, channelId) {
      const previous = watching.get(visitor)
      if (previous?.channelId === channelId) removeVisitor(visitor, previous)
    },
    online(channelId, nowMs) {
      prune(nowMs)
      return counts.get(channelId) ?? 0
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
