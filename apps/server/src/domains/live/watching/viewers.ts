import { watchEverySec } from '@yunmu/contract'
import type { WatchStore } from './watch-store.ts'

/** Who watches what now, as the players of this process say, and for how long. */
export interface Viewers {
  /** A player plays a channel. A visitor who turned to another one watches only that. */
  beat(visitor: string, channelId: number, nowMs: number): void
  leave(visitor: string, channelId: number): void
  online(channelId: number, nowMs: number): number
  /** Forgets who has not been heard of. */
  prune(nowMs: number): void
  /** Writes how long channels were watched. What could not be written waits for the next time. */
  flush(nowMs: number): Promise<void>
}

interface Watching {
  channelId: number
  heardMs: number
}

/** Who misses two words has gone. */
const patienceMs = 2.5 * watchEverySec * 1000
const mostWatched = (watchEverySec * 1000 * 3) / 2
/** Nobody fills the memory by inventing visitors. */
const mostVisitors = 200_000

export function createViewers(store: Pick<WatchStore, 'add'>): Viewers {
  const watching = new Map<string, Watching>()
  const counts = new Map<number, number>()
  let waiting = new Map<number, number>()

  const count = (channelId: number, by: 1 | -1): void => {
    const left = (counts.get(channelId) ?? 0) + by
    if (left > 0) counts.set(channelId, left)
    else counts.delete(channelId)
  }
  const forget = (visitor: string, { channelId }: Watching): void => {
    watching.delete(visitor)
    count(channelId, -1)
  }
  const prune = (nowMs: number): void => {
    // The order of the map is that of the last words.
    for (const [visitor, one] of watching) {
      if (nowMs - one.heardMs < patienceMs && watching.size <= mostVisitors) break
      forget(visitor, one)
    }
  }

  return {
    prune,
    beat(visitor, channelId, nowMs) {
      const before = watching.get(visitor)
      if (before) {
        const spentMs = nowMs - before.heardMs
        if (before.channelId === channelId && spentMs < patienceMs) {
          waiting.set(channelId, (waiting.get(channelId) ?? 0) + Math.min(spentMs, mostWatched))
        }
        forget(visitor, before)
      }
      watching.set(visitor, { channelId, heardMs: nowMs })
      count(channelId, 1)
      prune(nowMs)
    },
    leave(visitor, channelId) {
      const before = watching.get(visitor)
      if (before?.channelId === channelId) forget(visitor, before)
    },
    online(channelId, nowMs) {
      prune(nowMs)
      return counts.get(channelId) ?? 0
    },
    async flush(nowMs) {
      const batch = waiting
      const whole = new Map([...batch].flatMap(([id, ms]) => (ms >= 1000 ? [[id, Math.floor(ms / 1000)]] : [])))
      if (whole.size === 0) return
      waiting = new Map()
      try {
        await store.add(whole, nowMs)
      } catch (err) {
        for (const [id, ms] of waiting) batch.set(id, (batch.get(id) ?? 0) + ms)
        waiting = batch
        throw err
      }
    },
  }
}
